// Every launch of the kernel passes twice its own expression, wherever it
// stands; what is not known to stay below 48 KB is asked for first.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single launched
// RUN: %golden cpasync
#include <cuda_runtime.h>

#define WIDTH 64

template <int N>
__global__ void sum_tiles(const float *__restrict__ A, float *__restrict__ C,
                          int K) {
  extern __shared__ float tile[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += N) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < N; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  // No tile at all.
  if (K == 0)
    sum_tiles<WIDTH><<<1, WIDTH, WIDTH * sizeof(float)>>>(A, C, K);
  else if (K == 64) {
    size_t smem = WIDTH * sizeof(float);
    sum_tiles<WIDTH><<<1, WIDTH, smem>>>(A, C, K);
  } else if (K == 128) {
    sum_tiles<WIDTH><<<1, dim3(WIDTH), sizeof(float) * (WIDTH + K - K), 0>>>(
        A, C, K);
#ifndef CUDAPIPE_EXECUTOR
  } else if (K < 0) {
    void *args[] = {&A, &C, &K};
    cudaLaunchKernel((const void *)sum_tiles<WIDTH>, dim3(1), dim3(WIDTH), args,
                     sizeof(float) * WIDTH, 0);
#endif
  } else {
    const int bytes = K * 4;
    auto kernel = sum_tiles<WIDTH>;
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         bytes);
    kernel<<<1, WIDTH, bytes>>>(A, C, K);
  }
}
