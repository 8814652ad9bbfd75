// A caller passes each thread its own: then threads part at the barriers that a trip
// which is skipped leaves out.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: K-loop in 'of_each_thread' left alone:
static __device__ float of_each_thread(const float *__restrict__ A, int n,
                                       int first) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    if (k < first)
      continue;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  return sum;
}

// CHECK: K-loop in 'by_its_pointer' left alone:
static __device__ float by_its_pointer(const float *__restrict__ A, int n,
                                       const int *__restrict__ mask) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    if (mask[k / 64])
      continue;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  return sum;
}

// CHECK: K-loop in 'of_the_block' pipelined
static __device__ float of_the_block(const float *__restrict__ A, int n,
                                     int first, const int *__restrict__ mask) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    if (k < first || mask[k / 64])
      continue;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  return sum;
}

__global__ void kernel(const float *__restrict__ A, float *__restrict__ C,
                       const int *__restrict__ mask, int n) {
  C[threadIdx.x] = of_each_thread(A, n, threadIdx.x) +
                   by_its_pointer(A, n, mask + threadIdx.x) +
                   of_the_block(A, n, blockIdx.x * 64, mask + blockIdx.x);
}
