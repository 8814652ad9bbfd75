// A flat index split into rows goes round within a trip, not from trip to trip:
// the reason is the jump, not that the loop switches buffers.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

// CHECK: K-loop in 'rejected' left alone: {{.*}}a jump decides what the load phase stores [unsupported-statement]
// CHECK-NEXT: :[[#@LINE + 10]]:{{[0-9]+}}: note: here
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int n) {
  __shared__ float tile[4][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 128) {
    for (int i = 0; i < 4; ++i) {
      const int at = i * 32 + t;
      if (k + at >= n)
        continue;
      tile[(i * 32 + t) / 32][(i * 32 + t) % 32] = A[k + at];
    }
    __syncthreads();
    for (int j = 0; j < 128 && k + j < n; ++j)
      sum += tile[j / 32][j % 32];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'accepted' pipelined: ldg, 2 stages
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int n) {
  __shared__ float tile[4][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 128) {
    for (int i = 0; i < 4; ++i) {
      const int at = i * 32 + t;
      tile[(i * 32 + t) / 32][(i * 32 + t) % 32] = k + at < n ? A[k + at] : 0;
    }
    __syncthreads();
    for (int j = 0; j < 128 && k + j < n; ++j)
      sum += tile[j / 32][j % 32];
    __syncthreads();
  }
  C[t] = sum;
}
