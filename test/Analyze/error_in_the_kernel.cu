// What clang could not read is not understood; other kernels of the file are.
//
// RUN: %exits 2 cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: %exits 2 cuda-pipeline-rewrite --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP

// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [parse-error]
// CHECK-NEXT: :[[#@LINE + 12]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | sum += tile[i] * unknown;
// DUMP: left-alone rejected line [[#@LINE + 6]] parse-error
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * unknown;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: 
// DUMP: rewritten accepted line [[#@LINE + 6]]
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
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
