// cp.async moves 4, 8 or 16 bytes.
//
// RUN: cuda-pipeline-rewrite --widen=none --variant=cpasync --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --widen=none --variant=cpasync --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP

// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [copy-not-async]
// CHECK-NEXT: :[[#@LINE + 9]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | tile[t] = A[k + t];
// DUMP: left-alone rejected line [[#@LINE + 6]] copy-not-async
__global__ void rejected(const signed char *__restrict__ A,
                         float *__restrict__ C, int K) {
  __shared__ signed char tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: cpasync
// DUMP: rewritten accepted line [[#@LINE + 6]]
__global__ void accepted(const int *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
