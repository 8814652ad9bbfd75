// What `if constexpr` leaves to one instantiation alone is no matter of the pipeline.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single blocks "-DSHAPES=dim3(64,1)"

#define KERNELS(KERNEL) KERNEL(squares) KERNEL(plain)

template <bool SQUARES>
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float a[64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    a[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      float value = a[i];
      if constexpr (SQUARES) {
        float square = value * value;
        value = square + i;
      } else {
        value *= threadIdx.x;
      }
      sum += value;
    }
    if constexpr (SQUARES)
      sum *= 0.5f;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
#define squares sums<true>
#define plain sums<false>
