// Lanes 0 and 16 read the halves of a sector. cp.async of 16 bytes passes by L1, where the second
// half waits for who asks next: each sector is fetched from L2 twice. Through registers, L1 has
// it. Side by side, a quarter of a warp takes whole sectors.
//
// RUN: cuda-pipeline-rewrite --explain --gpu=H200 -o %t.cu %s 2>&1 | FileCheck %s
//
// CHECK: K-loop in 'halves' pipelined: ldg,
// CHECK: cp.async would pass by L1, and fetch parts of sectors twice
// CHECK: K-loop in 'side_by_side' pipelined: cpasync,
// CHECK: K-loop in 'rows_of_two_lanes' pipelined: cpasync,

__global__ void __launch_bounds__(128)
    halves(const float4 *__restrict__ A, float *__restrict__ out, int tiles, int lda) {
  __shared__ float4 tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < tiles; ++k) {
    tile[t] = A[k * 128 + t / 32 * 32 + t % 16 * 2 + t % 32 / 16];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i].x * tile[(i + t) % 128].y;
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void __launch_bounds__(128)
    side_by_side(const float4 *__restrict__ A, float *__restrict__ out, int tiles, int lda) {
  __shared__ float4 tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < tiles; ++k) {
    tile[t] = A[k * 128 + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i].x * tile[(i + t) % 128].y;
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void __launch_bounds__(128)
    rows_of_two_lanes(const float4 *__restrict__ A, float *__restrict__ out, int tiles, int lda) {
  __shared__ float4 tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < tiles; ++k) {
    tile[t] = A[k * 2 + t / 2 * lda + t % 2];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i].x * tile[(i + t) % 128].y;
    __syncthreads();
  }
  out[t] = sum;
}

void launch(const float4 *A, float *out, int tiles, int lda) {
  halves<<<1000, 128>>>(A, out, tiles, lda);
  side_by_side<<<1000, 128>>>(A, out, tiles, lda);
  rows_of_two_lanes<<<1000, 128>>>(A, out, tiles, lda);
}
