// A column that is swizzled by a row that the copies count up: each round is a whole
// number of rows further, and the column stays in its row. Where a round is no longer
// than what the swizzle moves, two of them may meet.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --widen=none --explain %s 2>&1 | FileCheck %s
// CHECK: 'twin' pipelined
// CHECK: 'helper' pipelined
// CHECK: 'meets' left alone: {{.*}}a thread may store one element of the tile twice

__device__ int swizzled(int row, int chunk) {
  return row * 32 + ((chunk ^ ((row >> 1) & 3)) << 3);
}

__global__ void twin(const float4 *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ __align__(16) float tile[64][16];
  const unsigned t = threadIdx.x % 32;
  float sum = 0;
  for (int k = 0; k < K; k += 16) {
    size_t row = t / 4;
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      *(float4 *)&tile[row][(t % 4 ^ ((row >> 1) & 3)) * 4] = A[k * 64 + row * 4 + t % 4];
      row += 8;
    }
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[(t + i) % 64][i];
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void helper(const float4 *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ __align__(16) short tile[64 * 32];
  const int t = threadIdx.x % 32;
  float sum = 0;
  for (int k = 0; k < K; k += 16) {
    int row = t / 4;
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      *(float4 *)(tile + swizzled(row, t % 4)) = A[k * 64 + row * 4 + t % 4];
      row += 8;
    }
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[(t + i) % 64 * 32 + i];
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void meets(const float4 *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ __align__(16) float tile[64 * 16];
  const unsigned t = threadIdx.x % 32;
  float sum = 0;
  for (int k = 0; k < K; k += 16) {
    size_t row = t / 4;
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      *(float4 *)&tile[row * 4 + (t % 4 ^ ((row >> 1) & 3)) * 4] = A[k * 64 + row * 4 + t % 4];
      row += 1;
    }
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[(t + i) % 64];
    __syncthreads();
  }
  C[t] = sum;
}
