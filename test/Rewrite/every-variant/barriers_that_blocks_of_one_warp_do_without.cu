// Barriers under a condition that the block shares and the loop leaves alone: where
// it fails, one more does no harm.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single blocks \
// RUN:     "-DSHAPES=dim3(64,1),dim3(128,1)"
// RUN: %golden cpasync

#define KERNELS(KERNEL) KERNEL(more_than_a_warp) KERNEL(known_to_be_more)

__global__ void more_than_a_warp(const float *__restrict__ A,
                                 float *__restrict__ C, int K) {
  __shared__ float a[8][64];
  const bool need_sync = blockDim.x > 32;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (threadIdx.x < 64)
      for (int r = 0; r < 8; ++r)
        a[r][threadIdx.x] = A[r * K + k + threadIdx.x];
    if (need_sync) __syncthreads();
    for (int i = 0; i < 8 * 64; ++i)
      sum += a[i / 64][i % 64] * ((i + threadIdx.x) % 7);
    if (need_sync) {
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}

__global__ void known_to_be_more(const float *__restrict__ A,
                                 float *__restrict__ C, int K) {
  __shared__ float a[8][64];
  constexpr bool need_sync = true;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (threadIdx.x < 64)
      for (int r = 0; r < 8; ++r)
        a[r][threadIdx.x] = A[r * K + k + threadIdx.x];
    if (need_sync) __syncthreads();
    for (int i = 0; i < 8 * 64; ++i)
      sum += a[i / 64][i % 64] * ((i + threadIdx.x) % 7);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
