// With the guard in the size operand the address is computed in any case:
// idx[k + t] behind the end must not be read.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=cpasync --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP

__device__ int idx[4096];

// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [copy-not-async]
// CHECK-NEXT: :[[#@LINE + 9]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | tile[t] = k + t < K ? A[idx[k + t]] : 0.0f;
// DUMP: left-alone rejected line [[#@LINE + 6]] copy-not-async
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = k + t < K ? A[idx[k + t]] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: cpasync
// DUMP: rewritten accepted line [[#@LINE + 6]]
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = k + t < K ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
