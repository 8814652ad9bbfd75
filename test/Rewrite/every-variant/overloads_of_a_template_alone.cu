// A template that nothing in its file instantiates calls overloads: whichever it is
// in the end, it does what all of them do.
//
// RUN: %rewrite_and_run ldg,ldg-single blocks "-DSHAPES=dim3(64,1)"

#define KERNELS(KERNEL) KERNEL(of_floats)

__device__ float mixed(float a, float b) { return a + b; }
__device__ double mixed(double a, double b) { return a - b; }

template <typename T>
__global__ void adds(const T *__restrict__ A, T *__restrict__ C, int K) {
  __shared__ T tile[64];
  C[threadIdx.x] = 0;
  for (int k = 0; k < K; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    T sum = 0;
    for (int i = 0; i < 64; ++i)
      sum = mixed(sum, tile[i]);
    atomicAdd(&C[threadIdx.x], sum);
    __syncthreads();
  }
}
#define of_floats adds<float>
