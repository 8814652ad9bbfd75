// An array of temporaries has no register of its own yet.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP

// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [unsupported-statement]
// CHECK-NEXT: :[[#@LINE + 9]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | float values[2];
// DUMP: left-alone rejected line [[#@LINE + 6]] unsupported-statement
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    float values[2];
    for (int i = 0; i < 2; ++i)
      values[i] = A[k + i * 64 + t];
    tile[t] = values[1] - values[0];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: ldg
// DUMP: rewritten accepted line [[#@LINE + 6]]
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    float first = A[k + t];
    float second = A[k + 64 + t];
    tile[t] = second - first;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
