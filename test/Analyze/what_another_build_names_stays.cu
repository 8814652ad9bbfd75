// Text behind an #if counts: a variable that it names is not taken away, and an array
// that it may use stays volatile.
//
// RUN: cuda-pipeline-rewrite --explain --guess --variant=ldg %s -o %t.cu 2>&1 | FileCheck %s
// RUN: grep -v "^//" %t.cu | FileCheck %s --check-prefix=TEXT

// CHECK-DAG: K-loop in 'names_the_condition' pipelined
// TEXT-LABEL: void names_the_condition(
// TEXT: const bool need_sync = blockDim.x > 32;
__global__ void names_the_condition(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const bool need_sync = blockDim.x > 32;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    if (need_sync) __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    if (need_sync) __syncthreads();
  }
#ifdef COUNTS
  C[64] = need_sync;
#endif
  C[threadIdx.x] = sum;
}

// TEXT-LABEL: void no_other_build(
// TEXT-NOT: need_sync
// TEXT: C[threadIdx.x] = sum;
__global__ void no_other_build(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const bool need_sync = blockDim.x > 32;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    if (need_sync) __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    if (need_sync) __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'may_go_by_it' left alone: {{.*}}[volatile-access]
__global__ void may_go_by_it(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ volatile float weight[64];
  __shared__ float tile[64];
  float sum = 0.0f;
  weight[threadIdx.x] = A[threadIdx.x];
  for (int k = 0; k < n; ++k) {
    __syncthreads();
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * weight[i];
  }
#ifdef WARPS
  sum += weight[threadIdx.x ^ 1];
#endif
  C[threadIdx.x] = sum;
}
