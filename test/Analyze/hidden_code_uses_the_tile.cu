// Code that is switched off uses the tile: with two stages it would no longer
// compile.
//
// RUN: cuda-pipeline-rewrite --widen=none --variant=ldg --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --widen=none --variant=ldg --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP

// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [tile-used-outside-loop]
// CHECK-NEXT: :[[#@LINE + 5]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | __shared__ float tile[64];
// DUMP: left-alone rejected line [[#@LINE + 6]] tile-used-outside-loop
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
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
#ifdef MEAN
  sum += tile[0];
#endif
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
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
#ifdef MEAN
  sum += A[0];
#endif
  C[t] = sum;
}
