// The number of a thread fits into a byte, the number of an element does not.
//
// RUN: %rewrite_and_run cpasync wide_names --widen=auto -DKERNEL=bytes \
// RUN:   -DSIZE=480+whole
// RUN: grep -v CHECK %t.cpasync.cu | FileCheck %s

// CHECK: __pipeline_memcpy_async(&tile[col], &A[k + col], 16);
__global__ void __launch_bounds__(64)
    bytes(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[512];
  const unsigned char t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    for (int i = 0; i < 512; i += 64)
      tile[t + i] = A[k + t + i];
    __syncthreads();
    sum += tile[511 - 8 * t];
    __syncthreads();
  }
  C[t] = sum;
}
