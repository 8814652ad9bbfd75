// Another loop that an #if chooses in its place has a counter of its own, whatever the
// name; in the loop, and of what is declared around both, the name is the same.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --kernel=rejected --quiet -o %t.same.cu %s
// RUN: cmp %s %t.same.cu
// RUN: %run_on_cpu %S/Inputs/trap.driver.cu %s %t.cu
// RUN: %run_on_cpu %S/Inputs/trap.driver.cu %s %t.cu -DDIRECT

// CHECK: 'trap' pipelined: ldg
__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
#ifndef DIRECT
  for (int k = 0; k < K; ++k) {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
#else
  for (int k = 0; k < K; k += 1)
    for (int i = 0; i < 64; ++i)
      sum += A[k * 64 + i] * (t + 1);
#endif
  C[4096 + t] = sum;
}

// CHECK: 'rejected_counter_around' left alone: {{.*}} an #if in the kernel hides a use of 'k' [macro-loop]
__global__ void rejected_counter_around(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;
#ifdef DIRECT
  for (; k < K / 2; k += 1)
    for (int i = 0; i < 64; ++i)
      sum += A[k * 64 + i] * (t + 1);
#endif
  for (; k < K; ++k) {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[4096 + t] = sum;
}

// CHECK: 'rejected_in_the_loop' left alone: {{.*}} an #if in the kernel hides a use of 'k' [macro-loop]
__global__ void rejected_in_the_loop(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
#ifdef DIRECT
    k += 1;
#endif
    __syncthreads();
  }
  C[4096 + t] = sum;
}

// The name stands for a variable around the loop, too, which the load reads.
// CHECK: 'rejected_one_name_for_two' left alone: {{.*}} [macro-loop]
__global__ void rejected_one_name_for_two(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int i = 64 * (t / 64);
#ifdef DIRECT
  i += 64;
#endif
  const float *from = A + t;
  for (int k = 0; k < K; ++k) {
    float part[2];
    part[0] = from[k * 64 + i];
    for (int i = 0; i < 1; ++i)
      part[1] = from[k * 64 + i];
    tile[t] = part[0] + part[1];
    __syncthreads();
    sum += tile[63 - t] * (t + 1);
    __syncthreads();
  }
  C[4096 + t] = sum;
}
