// The condition would be asked in the fetch and in the store.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP

// CHECK: :[[#@LINE + 10]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [unsupported-statement]
// CHECK-NEXT: :[[#@LINE + 10]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | if (n++ < 64)
// DUMP: left-alone rejected line [[#@LINE + 7]] unsupported-statement
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int n = 0;
  for (int k = 0; k < K; k += 64) {
    if (n++ < 64)
      tile[t] = A[k + t] * 2.0f;
    else
      tile[t] = A[k + t] + 1.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: ldg
// DUMP: rewritten accepted line [[#@LINE + 7]]
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int n = 0;
  for (int k = 0; k < K; k += 64) {
    tile[t] = n < 64 ? A[k + t] * 2.0f : A[k + t] + 1.0f;
    n++;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
