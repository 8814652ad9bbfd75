// An #if behind the loop, and behind the loops around it, may open the same blocks in
// each branch; a name is none of the loop's where its scope has ended.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --kernel=rejected --variant=ldg --quiet -o %t.same.cu %s
// RUN: cmp %s %t.same.cu
// RUN: %run_on_cpu %S/Inputs/trap.driver.cu %s %t.cu
// RUN: %run_on_cpu %S/Inputs/trap.driver.cu %s %t.cu -DPOWER_OF_TWO

// CHECK: 'trap' pipelined: ldg
__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  __shared__ float total[64];
  const int t = threadIdx.x;
  total[t] = 0.0f;
  for (int part = 0; part < 2; ++part) {
    float sum = 0.0f;
    for (int i = part; i < K; i += 2) {
      tile[t] = A[i * 64 + t];
      __syncthreads();
      for (int j = 0; j < 64; ++j)
        sum += tile[j] * (t + 1);
      __syncthreads();
    }
    total[t] += sum;
  }
  __syncthreads();
#ifdef POWER_OF_TWO
  for (int i = 32; i > 0; i >>= 1) {
    if (t < i) {
#else
  for (int i = 48; i > 0; i /= 3) {
    if (t < i && t + i < 64) {
#endif
      total[t] += total[t + i];
    }
    __syncthreads();
  }
  C[4096 + t] = total[t];
}

// In the loop around it, the block that the barrier stands in may be left out.
// CHECK: 'rejected_in_the_loop_around' left alone: {{.*}} an #if in the kernel holds part of a statement [macro-loop]
__global__ void rejected_in_the_loop_around(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int part = 0; part < 2; ++part) {
    for (int i = part; i < K; i += 2) {
      tile[t] = A[i * 64 + t];
      __syncthreads();
      for (int j = 0; j < 64; ++j)
        sum += tile[j] * (t + 1);
      __syncthreads();
    }
#ifdef POWER_OF_TWO
    if (K > 8) {
#else
    {
#endif
      __syncthreads();
    }
  }
  C[4096 + t] = sum;
}

// CHECK: 'rejected_other_blocks' left alone: {{.*}} an #if in the kernel holds part of a statement [macro-loop]
__global__ void rejected_other_blocks(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  {
    for (int i = 0; i < K; ++i) {
      tile[t] = A[i * 64 + t];
      __syncthreads();
      for (int j = 0; j < 64; ++j)
        sum += tile[j] * (t + 1);
      __syncthreads();
    }
#ifdef POWER_OF_TWO
    if (t < 32) {
      C[t] = sum;
    }
  }
#else
  }
  {
#endif
#ifndef POWER_OF_TWO
    C[4096 + t] = sum;
  }
#endif
}

// CHECK: 'rejected_no_other_branch' left alone: {{.*}} an #if in the kernel holds part of a statement [macro-loop]
__global__ void rejected_no_other_branch(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int i = 0; i < K; ++i) {
    tile[t] = A[i * 64 + t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j] * (t + 1);
    __syncthreads();
  }
#ifdef POWER_OF_TWO
  if (t < 32) {
#endif
    C[4096 + t] = sum;
#ifdef POWER_OF_TWO
  }
#endif
}

// In front of the loop, the blocks may be loops in one build.
// CHECK: 'rejected_in_front' left alone: {{.*}} an #if in the kernel holds part of a statement [macro-loop]
__global__ void rejected_in_front(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
#ifdef POWER_OF_TWO
  for (int part = 0; part < 2; ++part) {
#else
  {
#endif
    for (int i = 0; i < K; ++i) {
      tile[t] = A[i * 64 + t];
      __syncthreads();
      for (int j = 0; j < 64; ++j)
        sum += tile[j] * (t + 1);
      __syncthreads();
    }
  }
  C[4096 + t] = sum;
}

// The scope of the counter goes on where the #if is.
// CHECK: 'rejected_in_scope' left alone: {{.*}} an #if in the kernel hides a use of 'i' [macro-loop]
__global__ void rejected_in_scope(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int i = 0;
  for (int part = 0; part < 2; ++part) {
    for (; i < K; ++i) {
      tile[t] = A[i * 64 + t];
      __syncthreads();
      for (int j = 0; j < 64; ++j)
        sum += tile[j] * (t + 1);
      __syncthreads();
    }
#ifdef POWER_OF_TWO
    i = 0;
#endif
  }
  C[4096 + t] = sum;
}
