// The next tile waits in registers: it is stored over the one that was read, or to
// another stage.
//
// RUN: cuda-pipeline-rewrite --undo --explain --warnings-as-errors %s -o %t.cu 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --undo --check %t.cu
// RUN: %run_on_cpu %S/../Rewrite/Inputs/walk.driver.cu %s %t.cu -DMORE \
// RUN:   -DKERNELS=one_buffer,two_buffers,barrier_at_the_top
// RUN: FileCheck %s --check-prefix=PLAIN --input-file=%t.cu

// CHECK: 'one_buffer' taken back: registers, 1 stage -> plain loop
//      PLAIN: void one_buffer(
//      PLAIN:   float sum = 1.0f;
// PLAIN-NEXT:   for (int k = 0; k < n; k += 32) {
// PLAIN-NEXT:     tile[t] = k + t < n ? A[k + t] : 0.0f;
// PLAIN-NEXT:     __syncthreads();
// PLAIN-NEXT:     for (int i = 0; i < 32; ++i)
// PLAIN-NEXT:       sum += tile[i] * (t + 1);
// PLAIN-NEXT:     __syncthreads();
// PLAIN-NEXT:   }
__global__ void one_buffer(const float *__restrict__ A,
                           float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  tile[t] = t < n ? A[t] : 0.0f;
  __syncthreads();
  for (int k = 0; k < n; k += 32) {
    float next;
    if (k + 32 < n)
      next = k + 32 + t < n ? A[k + 32 + t] : 0.0f;
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
    if (k + 32 < n)
      tile[t] = next;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'two_buffers' taken back: registers, 2 stages -> plain loop
__global__ void two_buffers(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile[2][32];
  const int t = threadIdx.x;
  float sum = 1.0f, next;
  if (n > 0)
    tile[0][t] = t < n ? A[t] : 0.0f;
  __syncthreads();
  int stage = 0;
  for (int k = 0; k < n; k += 32) {
    const bool has_next = k + 32 < n;
    if (has_next) {
      next = k + 32 + t < n ? A[k + 32 + t] : 0.0f;
    }
    for (int i = 0; i < 32; ++i)
      sum += tile[stage][i] * (t + 1);
    if (has_next) {
      tile[stage ^ 1][t] = next;
      __syncthreads();
    }
    stage ^= 1;
  }
  out[t] = sum;
}

// CHECK: 'barrier_at_the_top' taken back: registers, 2 stages -> plain loop
__global__ void barrier_at_the_top(const float *__restrict__ A,
                                   float *__restrict__ out, int n) {
  __shared__ float tile[2][32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  tile[0][t] = t < n ? A[t] : 0.0f;
  const int tiles = (n + 31) / 32;
  for (int i = 0; i < tiles; ++i) {
    __syncthreads();
    float next;
    if (i + 1 < tiles)
      next = (i + 1) * 32 + t < n ? A[(i + 1) * 32 + t] : 0.0f;
    for (int j = 0; j < 32; ++j)
      sum += tile[i % 2][j] * (t + 1);
    if (i + 1 < tiles)
      tile[(i + 1) % 2][t] = next;
  }
  out[t] = sum;
}
