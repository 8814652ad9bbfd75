// A distance of stages is proved for the numbers of this build. Where another may
// have others, the kernel asks how much the launch gives.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg -o %t.cu %s 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu | FileCheck %s --check-prefix=CODE

#define FIXED 256
#ifndef OPEN
#define OPEN 256
#endif

// CHECK: 'fixed' pipelined: ldg, 2 stages, 1024 bytes apart in dynamic shared memory
// CODE: constexpr int stage_size = FIXED;
__global__ void __launch_bounds__(64)
    fixed(const float *A, float *C, int K) {
  extern __shared__ float memory[];
  float *tile = memory;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += FIXED) {
    for (int i = t; i < FIXED; i += 64)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < FIXED; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'open' pipelined: ldg, 2 stages, launches ask for twice the dynamic shared memory
// CODE: dynamic_smem_size
__global__ void __launch_bounds__(64)
    open(const float *A, float *C, int K) {
  extern __shared__ float memory[];
  float *tile = memory;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += OPEN) {
    for (int i = t; i < OPEN; i += 64)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < OPEN; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CODE: fixed<<<1, 64, 2 * FIXED * sizeof(float)>>>
// CODE: open<<<1, 64, 2 * OPEN * sizeof(float)>>>
void launch(const float *A, float *C, int K) {
  fixed<<<1, 64, FIXED * sizeof(float)>>>(A, C, K);
  open<<<1, 64, OPEN * sizeof(float)>>>(A, C, K);
}
