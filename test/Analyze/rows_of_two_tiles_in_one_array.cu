// Two tiles in one array, each with a row that the copies count up: what a thread stores
// in one is in front of what it stores in the other. Threads whose rows the array does
// not have are in no block; where nobody knows how many rows it has, they may be.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --widen=none --explain %s 2>&1 | FileCheck %s
// CHECK: 'twin' pipelined
// CHECK: 'meets' left alone: {{.*}}a thread may store one element of the tile twice
// CHECK: 'dynamic' left alone: {{.*}}a thread may store one element of the tile twice
// CHECK: 'bounded' pipelined

__global__ void twin(const float4 *__restrict__ A, const float4 *__restrict__ B, float *__restrict__ C, int K) {
  __shared__ __align__(16) float tile[96][16];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (int k = 0; k < K; k += 16) {
    size_t row = 32 * warp + lane / 4;
    for (int i = 0; i < 4; ++i) {
      *((float4 *)&tile[row][0] + lane % 4) = A[k * 64 + row * 4 + lane % 4];
      row += 8;
    }
    size_t behind = 64 + 16 * warp + lane / 4;
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

__global__ void meets(const float4 *__restrict__ A, const float4 *__restrict__ B, float *__restrict__ C, int K) {
  __shared__ __align__(16) float tile[96][16];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (int k = 0; k < K; k += 16) {
    size_t row = 32 * warp + lane / 4;
    for (int i = 0; i < 4; ++i) {
      *((float4 *)&tile[row][0] + lane % 4) = A[k * 64 + row * 4 + lane % 4];
      row += 8;
    }
    size_t behind = 40 + 16 * warp + lane / 4;
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

__global__ void dynamic(const float4 *__restrict__ A, const float4 *__restrict__ B, float *__restrict__ C, int K) {
  extern __shared__ __align__(16) float tile_of_any[][16];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (int k = 0; k < K; k += 16) {
    size_t row = 32 * warp + lane / 4;
    for (int i = 0; i < 4; ++i) {
      *((float4 *)&tile_of_any[row][0] + lane % 4) = A[k * 64 + row * 4 + lane % 4];
      row += 8;
    }
    size_t behind = 64 + 16 * warp + lane / 4;
    for (int i = 0; i < 2; ++i) {
      *((float4 *)&tile_of_any[behind][0] + lane % 4) = B[k * 64 + behind * 4 + lane % 4];
      behind += 8;
    }
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile_of_any[(lane + i) % 96][i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void __launch_bounds__(64)
bounded(const float4 *__restrict__ A, const float4 *__restrict__ B, float *__restrict__ C, int K) {
  extern __shared__ __align__(16) float tile_of_64[][16];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (int k = 0; k < K; k += 16) {
    size_t row = 32 * warp + lane / 4;
    for (int i = 0; i < 4; ++i) {
      *((float4 *)&tile_of_64[row][0] + lane % 4) = A[k * 64 + row * 4 + lane % 4];
      row += 8;
    }
    size_t behind = 64 + 16 * warp + lane / 4;
    for (int i = 0; i < 2; ++i) {
      *((float4 *)&tile_of_64[behind][0] + lane % 4) = B[k * 64 + behind * 4 + lane % 4];
      behind += 8;
    }
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile_of_64[(lane + i) % 96][i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void launch(const float4 *A, const float4 *B, float *C, int K, int threads) {
  dynamic<<<1, threads, 96 * 64>>>(A, B, C, K);
  bounded<<<1, threads, 96 * 64>>>(A, B, C, K);
}
