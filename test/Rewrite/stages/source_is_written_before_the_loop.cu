// Each thread reads of the first tile what it wrote, of later ones what others
// did: the barrier behind the first load is in time for the second tile. Two tiles
// ahead it is not, and one stands in front of the prologue. Where the kernel has a
// barrier of its own there, none is added.
//
// RUN: %rewrite_and_run cpasync3,cpasync4 written_before
// RUN: %golden cpasync3
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=2 --widen=none %s \
// RUN:   | FileCheck %s
// CHECK-NOT: +{{ *}}__syncthreads

__global__ void without_barrier(float *A, float *__restrict__ out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  A[t] = A[t] * 0.5f;
  for (int i = 64 + t; i < n; i += 64)
    A[i ^ 1] = A[i ^ 1] * 0.5f;

  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void with_barrier(float *A, float *__restrict__ out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int i = t; i < n; i += 64)
    A[i ^ 1] = A[i ^ 1] * 0.5f;
  __syncthreads();

  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}
