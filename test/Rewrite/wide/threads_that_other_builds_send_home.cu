// In another build some threads of the block return in front of the loop, or do not come to it:
// nobody copies for them. A return that all builds have, or none, is told from the text.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 | FileCheck %s
// CHECK-DAG: in 'return_under_an_if': 'tile' is copied element by element: some threads of the block may have left the kernel
// CHECK-DAG: in 'return_in_a_macro': 'tile' is copied element by element: some threads of the block may have left the kernel
// CHECK-DAG: in 'condition_around': 'tile' is copied element by element: some threads of the block may have left the kernel
// CHECK-DAG: K-loop in 'all_stay' pipelined: cpasync in wide copies

#ifdef HALF
#define RETURN_IF(x) if (x) return;
#define INSIDE (threadIdx.x >= 32)
#else
#define RETURN_IF(x)
#define INSIDE true
#endif

#define KERNEL(name) __global__ void name(const float *__restrict__ A, float *__restrict__ C, int K)

KERNEL(return_under_an_if) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
#ifdef HALF
  if (t < 32)
    return;
#endif
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

KERNEL(return_in_a_macro) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  RETURN_IF(t < 32)
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

KERNEL(condition_around) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  if (INSIDE) {
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += tile[i] * (t + 1);
      __syncthreads();
    }
  }
  C[t] = sum;
}

KERNEL(all_stay) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
#ifdef HALF
  sum = 1.0f;
#endif
  if (K < 0)
    return;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

void run(const float *A, float *C, int K) {
  return_under_an_if<<<1, 64>>>(A, C, K);
  return_in_a_macro<<<1, 64>>>(A, C, K);
  condition_around<<<1, 64>>>(A, C, K);
  all_stay<<<1, 64>>>(A, C, K);
}
