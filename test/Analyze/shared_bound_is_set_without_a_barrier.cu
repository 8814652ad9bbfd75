// One thread sets the bound. Without a barrier the others may see another.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP
//
// No other variant may have it either:
// RUN: cuda-pipeline-rewrite --variant=cpasync --kernel=rejected --quiet -o %t.cpasync.cu %s
// RUN: cmp %s %t.cpasync.cu
// RUN: cuda-pipeline-rewrite --variant=ldg-single --kernel=rejected --quiet -o %t.ldg-single.cu %s
// RUN: cmp %s %t.ldg-single.cu

// CHECK: :[[#@LINE + 13]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [barrier-not-uniform]
// CHECK-NEXT: :[[#@LINE + 12]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | for (int k = 0; k < end; k += 64) {
// DUMP: left-alone rejected line [[#@LINE + 10]] barrier-not-uniform
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         const int *__restrict__ ends) {
  __shared__ float tile[64];
  __shared__ int end;
  const int t = threadIdx.x;
  __syncthreads();
  if (t == 0)
    end = ends[blockIdx.x];
  float sum = 0.0f;
  for (int k = 0; k < end; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined:
// DUMP: rewritten accepted line [[#@LINE + 10]]
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         const int *__restrict__ ends) {
  __shared__ float tile[64];
  __shared__ int end;
  const int t = threadIdx.x;
  if (t == 0)
    end = ends[blockIdx.x];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < end; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
