// What only the load phase moves on, and a guard of its stores asks for once more, moves
// on behind them.
//
// RUN: %never_wrong | FileCheck --check-prefix=EXECUTED %s
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu | FileCheck --check-prefix=TEXT %s

// EXECUTED: cpasync: identical
// EXECUTED-NEXT: ldg: identical
// EXECUTED-NEXT: ldg-single: identical
// CHECK: 'trap' pipelined: ldg
// CHECK: 'rejected_new_value' left alone: {{.*}} the store needs 'at', which the load phase has moved on by then [unsupported-statement]
// CHECK: 'rejected_step_in_a_branch' left alone: {{.*}} the store needs 'at', which the load phase has moved on by then [unsupported-statement]

// TEXT-LABEL: void trap(
// TEXT: auto fetch_tile
// TEXT-NOT: +=
// TEXT: for (int k = 0;
// TEXT: tile[t] = 1.0f;
// TEXT: at += step;
// TEXT-NEXT: step = 64;
// TEXT: __syncthreads();
__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float other[64];
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int at = t, step = 61;
  for (int k = 0; k < K; ++k) {
    other[t] = A[k * 64 + t];
    if (at < K * 60)
      tile[t] = A[at] * 2.0f;
    else
      tile[t] = 1.0f;
    at += step;
    step = 64;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += other[i] * tile[63 - i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum + at;
}

__global__ void rejected_new_value(const float *__restrict__ A,
                                   float *__restrict__ C, int K) {
  __shared__ float tile[64];
  __shared__ float other[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int at = t;
  for (int k = 0; k < K; ++k) {
    if (at < K * 60)
      tile[t] = A[at] * 2.0f;
    else
      tile[t] = 1.0f;
    at += 64;
    other[t] = A[at];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += other[i] * tile[63 - i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void rejected_step_in_a_branch(const float *__restrict__ A,
                                          float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int at = t;
  for (int k = 0; k < K; ++k) {
    if (at < K * 60)
      tile[t] = A[at] * 2.0f;
    else
      tile[t] = 1.0f;
    if (k & 1)
      at += 64;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
