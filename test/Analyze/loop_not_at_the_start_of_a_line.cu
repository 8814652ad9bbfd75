// New code goes on lines of its own in front of the loop: one that stands behind
// another statement is moved to the next line, but not where that goes on a line.
//
// RUN: cuda-pipeline-rewrite --widen=none --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --kernel=rejected --quiet -o %t.same.cu %s
// RUN: cmp %s %t.same.cu

// CHECK: :[[#@LINE + 9]]:12: remark: K-loop in 'rejected' left alone: {{.*}} the loop does not start a line [unsupported-loop]
// CHECK-NEXT: :[[#@LINE + 8]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | sum = K; for (int k = 0; k < K; k += 64) {
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  sum = K; for (int k = 0; k < K; k += 64) { // of a tile \
    each
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: 
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  sum = K; for (int k = 0; k < K; k += 64) { sum += 1;
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
