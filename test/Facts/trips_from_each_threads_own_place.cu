// Start and bound of the loop are both moved by the thread index: all threads make as
// many trips. Not where the step, or what moves one of the two, is the thread's own,
// nor where an unsigned sum may wrap around for some of them.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

#define BODY                                                                   \
  {                                                                            \
    __syncthreads();                                                           \
    r[i] = A[t];                                                               \
    __syncthreads();                                                           \
    for (int j = 0; j < 64; ++j)                                               \
      sum += r[j] * j;                                                         \
    C[t] = sum;                                                                \
  }

// CHECK: K-loop in 'both_moved' pipelined: ldg
__global__ void both_moved(const float *__restrict__ A, float *__restrict__ C, int T, int c) {
  __shared__ float r[64];
  const int b = blockIdx.x, i = threadIdx.x;
  float sum = 0;
  for (int t = b * T * c + i; t < (b + 1) * T * c + i; t += c)
    BODY
}

// CHECK: K-loop in 'in_variables' pipelined: ldg
__global__ void in_variables(const float *__restrict__ A, float *__restrict__ C, int T, int c) {
  __shared__ float r[64];
  const int i = threadIdx.x;
  float sum = 0;
  const int first = blockIdx.x * T * c + i, last = first + T * c;
  int t = first;
  while (t != last) {
    __syncthreads();
    r[i] = A[t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += r[j] * j;
    C[t] = sum;
    t += c;
  }
}

// CHECK: K-loop in 'moved_by_two' left alone: {{.*}} [barrier-not-uniform]
__global__ void moved_by_two(const float *__restrict__ A, float *__restrict__ C, int T, int c) {
  __shared__ float r[64];
  const int b = blockIdx.x, i = threadIdx.x;
  float sum = 0;
  for (int t = b * T * c + i; t < (b + 1) * T * c + 2 * i; t += c)
    BODY
}

// CHECK: K-loop in 'own_step' left alone: {{.*}} [barrier-not-uniform]
__global__ void own_step(const float *__restrict__ A, float *__restrict__ C, int T, int c) {
  __shared__ float r[64];
  const int b = blockIdx.x, i = threadIdx.x;
  float sum = 0;
  for (int t = b * T * c + i; t < (b + 1) * T * c + i; t += c + i)
    BODY
}

// CHECK: K-loop in 'may_wrap' left alone: {{.*}} [barrier-not-uniform]
__global__ void may_wrap(const float *__restrict__ A, float *__restrict__ C, unsigned T, unsigned c) {
  __shared__ float r[64];
  const unsigned b = blockIdx.x, i = threadIdx.x;
  float sum = 0;
  for (unsigned t = b * T * c + i; t < (b + 1) * T * c + i; t += c)
    BODY
}

// Loops that count down to where the thread began.
// CHECK: K-loop in 'counts_down' pipelined: ldg
__global__ void counts_down(const float *__restrict__ A, float *__restrict__ C, int T, int c) {
  __shared__ float r[64];
  const int b = blockIdx.x, i = threadIdx.x;
  float sum = 0;
  const int first = b * T * c + i, last = first + (T - 1) * c;
  for (int t = last; t >= first; t -= c)
    BODY
}

// CHECK: K-loop in 'own_step_down' left alone: {{.*}} [barrier-not-uniform]
__global__ void own_step_down(const float *__restrict__ A, float *__restrict__ C, int T, int c) {
  __shared__ float r[64];
  const int b = blockIdx.x, i = threadIdx.x;
  float sum = 0;
  const int first = b * T * c + i, last = first + (T - 1) * c;
  for (int t = last; t >= first; t -= c + i)
    BODY
}

// The counter is what is taken from a number, and jumps to and fro.
// CHECK: K-loop in 'turns_over' left alone: {{.*}} [barrier-not-uniform]
__global__ void turns_over(const float *__restrict__ A, float *__restrict__ C, int T, int c) {
  __shared__ float r[64];
  const int b = blockIdx.x, i = threadIdx.x;
  float sum = 0;
  const int first = b * T * c + i, last = first + (T - 1) * c;
  for (int t = last; t >= first; t = c - t)
    BODY
}

// CHECK: K-loop in 'may_wrap_down' left alone: {{.*}} [barrier-not-uniform]
__global__ void may_wrap_down(const float *__restrict__ A, float *__restrict__ C, unsigned T, unsigned c) {
  __shared__ float r[64];
  const unsigned b = blockIdx.x, i = threadIdx.x;
  float sum = 0;
  const unsigned first = b * T * c + i, last = first + (T - 1) * c;
  for (unsigned t = last; t >= first; t -= c)
    BODY
}

// Unsigned sums of the block's index may have wrapped around.
// CHECK: K-loop in 'began_unsigned' left alone: {{.*}} [barrier-not-uniform]
__global__ void began_unsigned(const float *__restrict__ A, float *__restrict__ C, int T, int c) {
  __shared__ float r[64];
  const int i = threadIdx.x;
  float sum = 0;
  const int first = blockIdx.x * T * c + i, last = first + (T - 1) * c;
  for (int t = last; t >= first; t -= c)
    BODY
}
