// A bound that changes from trip to trip keeps its own words; the same bound of what
// stays gets a name.
//
// RUN: %rewrite_and_run ldg,ldg-single walk -DPADDED -DKERNEL=shrinks
// RUN: %rewrite_and_run ldg,ldg-single walk -DPADDED -DKERNEL=stays
// RUN: cuda-pipeline-rewrite %s --variant=ldg | grep '^+' | FileCheck %s
//
// CHECK: num_tiles = (n + 31) / 32;
// CHECK-NOT: num_tiles = (left + 31) / 32;
__global__ void stays(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float As[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < (n + 31) / 32; ++k) {
    As[t] = A[k * 32 + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[i] * As[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void shrinks(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float As[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int left = n;
  for (int k = 0; k < (left + 31) / 32; ++k) {
    As[t] = A[k * 32 + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[i] * As[(i + t) % 32];
    __syncthreads();
    left -= 32;
  }
  out[t] = sum;
}
