// A launch that gives no dynamic shared memory to a kernel that stores to it: twice
// of nothing would be one buffer for both stages.
//
// RUN: cuda-pipeline-rewrite %s --variant=ldg --explain 2>&1 >/dev/null \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite %s --variant=ldg-single --explain 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=SINGLE

extern __shared__ float tile[];

#define PARAMS const float *A, float *C, int K

// CHECK: 'left_out' left alone: {{.*}}: this launch gives no dynamic shared memory, and the loop stores to it [launch-out-of-sight]
// SINGLE: 'left_out' pipelined: ldg-single
__global__ void left_out(PARAMS) {
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'zero' left alone: {{.*}}: this launch gives no dynamic shared memory
// SINGLE: 'zero' pipelined: ldg-single
__global__ void zero(PARAMS) {
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'paid' pipelined: ldg, 2 stages, launches ask for twice
// SINGLE: 'paid' pipelined: ldg-single
__global__ void paid(PARAMS) {
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}

void run(PARAMS) {
  left_out<<<1, 64>>>(A, C, K);
  zero<<<1, 64, 256>>>(A, C, K);
  zero<<<1, 64, 0>>>(A, C, K);
  paid<<<1, 64, 256>>>(A, C, K);
}
