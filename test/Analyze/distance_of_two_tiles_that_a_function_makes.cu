// How far the second tile lies behind the first is a function's number: of one that a
// macro of the build makes, other builds may let both meet.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --widen=none --explain %s 2>&1 | FileCheck %s
// CHECK: 'of_all_builds' pipelined
// CHECK: 'of_this_build' left alone: {{.*}}a thread may store one element of the tile twice

#ifndef DISTANCE
#define DISTANCE 64
#endif

__device__ inline int always() { return 64; }
__device__ inline int today() { return DISTANCE; }

__global__ void of_all_builds(const float4 *__restrict__ A,
                              const float4 *__restrict__ B,
                              float *__restrict__ C, int K) {
  __shared__ __align__(16) float tile[96][16];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (int k = 0; k < K; k += 16) {
    size_t row = 32 * warp + lane / 4;
    for (int i = 0; i < 4; ++i) {
      *((float4 *)&tile[row][0] + lane % 4) = A[k * 64 + row * 4 + lane % 4];
      row += 8;
    }
    size_t behind = always() + 16 * warp + lane / 4;
    for (int i = 0; i < 2; ++i) {
      *((float4 *)&tile[behind][0] + lane % 4) = B[k * 64 + behind * 4 + lane % 4];
      behind += 8;
    }
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[(lane + i) % 96][i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void of_this_build(const float4 *__restrict__ A,
                              const float4 *__restrict__ B,
                              float *__restrict__ C, int K) {
  __shared__ __align__(16) float tile[96][16];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (int k = 0; k < K; k += 16) {
    size_t row = 32 * warp + lane / 4;
    for (int i = 0; i < 4; ++i) {
      *((float4 *)&tile[row][0] + lane % 4) = A[k * 64 + row * 4 + lane % 4];
      row += 8;
    }
    size_t behind = today() + 16 * warp + lane / 4;
    for (int i = 0; i < 2; ++i) {
      *((float4 *)&tile[behind][0] + lane % 4) = B[k * 64 + behind * 4 + lane % 4];
      behind += 8;
    }
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[(lane + i) % 96][i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
