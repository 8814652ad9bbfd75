// One register holds `value` until the store; by then it has been doubled. What it
// is loaded from could be kept instead, if it were one load.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP

// CHECK: :[[#@LINE + 10]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [unsupported-statement]
// CHECK-NEXT: :[[#@LINE + 13]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | tile[t] = value;
// DUMP: left-alone rejected line [[#@LINE + 7]] unsupported-statement
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  __shared__ float twice[64];
  for (int k = 0; k < K; k += 64) {
    float value = 0.0f;
    for (int i = 0; i < t; ++i)
      value += A[k + i];
    tile[t] = value;
    value *= 2.0f;
    twice[t] = value;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * twice[63 - i];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'one_load' pipelined: ldg
__global__ void one_load(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  __shared__ float twice[64];
  for (int k = 0; k < K; k += 64) {
    float value = A[k + t];
    tile[t] = value;
    value *= 2.0f;
    twice[t] = value;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * twice[63 - i];
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
  __shared__ float twice[64];
  for (int k = 0; k < K; k += 64) {
    float value = A[k + t];
    tile[t] = value;
    twice[t] = value * 2.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * twice[63 - i];
    __syncthreads();
  }
  C[t] = sum;
}
