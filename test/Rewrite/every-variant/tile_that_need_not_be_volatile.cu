// The word is of a time when warps needed no barrier: here barriers order all.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single blocks "-DSHAPES=dim3(64,1),dim3(128,1)"
// RUN: %golden cpasync

#define KERNELS(KERNEL) KERNEL(once_more_in_a_round)

__global__ void once_more_in_a_round(const float *__restrict__ A,
                                     float *__restrict__ C, int K) {
  __shared__ volatile float tile[8][64];
  float sum = 0.0f;
  for (int round = 0; round < 2; ++round)
    for (int k = 0; k < K; k += 64) {
      __syncthreads();
      if (threadIdx.x < 64)
        for (int r = 0; r < 8; ++r)
          tile[r][threadIdx.x] = A[r * K + k + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 8 * 64; ++i)
        sum += tile[i / 64][i % 64] * ((i + threadIdx.x) % 7);
    }
  C[threadIdx.x] = sum;
}
