// Only one of the instantiations converts what it loads, through a pointer whose
// type is the argument: no register has a type for both.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP
//
// No other variant may have it either:
// RUN: cuda-pipeline-rewrite --variant=cpasync --kernel=rejected --quiet -o %t.cpasync.cu %s
// RUN: cmp %s %t.cpasync.cu
// RUN: cuda-pipeline-rewrite --variant=ldg --kernel=rejected --quiet -o %t.ldg.cu %s
// RUN: cmp %s %t.ldg.cu
// RUN: cuda-pipeline-rewrite --variant=ldg-single --kernel=rejected --quiet -o %t.ldg-single.cu %s
// RUN: cmp %s %t.ldg-single.cu

// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [template-dependent]
// CHECK-NEXT: :[[#@LINE + 8]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | for (int k = 0; k < K; k += 64) {
// DUMP: left-alone rejected line [[#@LINE + 6]] template-dependent
template <typename Input>
__global__ void rejected(Input __restrict__ A, double *__restrict__ C, int K) {
  __shared__ double tile[64];
  const int t = threadIdx.x;
  double sum = 0;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: 
// DUMP: rewritten accepted line [[#@LINE + 6]]
template <typename T>
__global__ void accepted(const T *__restrict__ A, T *__restrict__ C, int K) {
  __shared__ T tile[64];
  const int t = threadIdx.x;
  T sum = 0;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

template __global__ void rejected(const float *, double *, int);
template __global__ void rejected(const double *, double *, int);
template __global__ void accepted(const float *, float *, int);
template __global__ void accepted(const int *, int *, int);
