// `volatile` goes where barriers order all accesses of an array; it stays, and the loop
// with it, where threads may go by it: outside of the loop, or in the compute phase.
//
// RUN: cuda-pipeline-rewrite --explain --guess --variant=ldg %s -o %t.cu 2>&1 | FileCheck %s
// RUN: grep -v "^//" %t.cu | FileCheck %s --check-prefix=TEXT

// CHECK-DAG: K-loop in 'weights_in_front' pipelined: {{.*}}tiles without volatile
// TEXT-LABEL: void weights_in_front(
// TEXT-NOT: volatile
// TEXT-LABEL: void read_outside(
__global__ void weights_in_front(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ volatile float weight[64];
  __shared__ volatile float tile[64];
  float sum = 0.0f;
  for (int i = threadIdx.x; i < 64; i += blockDim.x)
    weight[i] = A[i];
  for (int k = 0; k < n; ++k) {
    __syncthreads();
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * weight[i];
  }
  C[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'read_outside' left alone: {{.*}}[volatile-access]
__global__ void read_outside(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ volatile float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    __syncthreads();
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
  }
  tile[threadIdx.x] = sum;
  C[threadIdx.x] = tile[threadIdx.x ^ 1];
}

// CHECK-DAG: K-loop in 'threads_of_a_warp' left alone: {{.*}}[volatile-access]
__global__ void threads_of_a_warp(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ volatile float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    __syncthreads();
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32) {
      tile[threadIdx.x] += tile[threadIdx.x + 32];
      tile[threadIdx.x] += tile[threadIdx.x + 16];
    }
    __syncthreads();
    sum += tile[0];
  }
  C[threadIdx.x] = sum;
}
