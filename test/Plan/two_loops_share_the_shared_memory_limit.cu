// The first loop has taken what the second would need.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP

// CHECK: :[[#@LINE + 8]]:3: remark: K-loop in 'rejected' left alone: {{.*}} of dynamic shared memory, {{.*}} [launch-out-of-sight]
// DUMP: left-alone rejected line [[#@LINE + 7]] launch-out-of-sight
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float first[4096];
  __shared__ float tile[4096];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    first[t] = A[k + 63 - t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * first[i];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: ldg
// DUMP: rewritten accepted line [[#@LINE + 7]]
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float first[4096];
  __shared__ float tile[4096];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  first[t] = sum;
  __syncthreads();
  sum = first[63 - t];
  C[t] = sum;
}
