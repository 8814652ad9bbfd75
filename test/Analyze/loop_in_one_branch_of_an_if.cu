// What stands in another branch of the #if that the loop stands in is in no build
// together with it; a variable that one branch declares is none of the other's.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --kernel=rejected --variant=ldg --quiet -o %t.same.cu %s
// RUN: cmp %s %t.same.cu
// RUN: %run_on_cpu %S/Inputs/trap.driver.cu %s %t.cu
// RUN: %run_on_cpu %S/Inputs/trap.driver.cu %s %t.cu -DMORE
// RUN: %run_on_cpu %S/Inputs/trap.driver.cu %s %t.cu -DSERIAL
// RUN: %run_on_cpu %S/Inputs/trap.driver.cu %s %t.cu -DSERIAL -DMORE

// CHECK: 'trap' pipelined: ldg
__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
#ifdef SERIAL
  float sum = 0.0f;
  const float *from = A;
  int k;
  float tile[64];
  for (k = 0; k < K; ++k) {
    tile[threadIdx.x] = from[threadIdx.x];
    from += 64;
#ifdef MORE
    if (sum > 8.0f)
      break;
#endif
    sum += tile[threadIdx.x] * k;
  }
  C[4096 + threadIdx.x] = sum + k;
#else
  __shared__ float tile[64];
  const int t = threadIdx.x;
  const float *from = A;
  float sum = 0.0f;
  int k;
  for (k = 0; k < K; ++k) {
    tile[t] = from[t];
    from += 64;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[4096 + t] = sum;
#endif
}

// The tile is that of both branches: the other one would see two stages.
// CHECK: 'rejected_tile_of_both' left alone
__global__ void rejected_tile_of_both(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
#ifdef SERIAL
  tile[t] = A[t];
  sum = tile[t];
#else
  for (int k = 0; k < K; ++k) {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
#endif
  C[4096 + t] = sum;
}

// An #if in the loop's own branch is not that of the other one.
// CHECK: 'rejected_if_of_its_own' left alone: {{.*}} an #if in the loop hides a use of 'from' [macro-loop]
__global__ void rejected_if_of_its_own(const float *__restrict__ A, float *__restrict__ C, int K) {
#ifdef SERIAL
  C[threadIdx.x] = A[threadIdx.x];
#else
  __shared__ float tile[64];
  const int t = threadIdx.x;
  const float *from = A;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t] = from[k * 64 + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
#ifdef MORE
    from += 64;
#endif
    __syncthreads();
  }
  C[4096 + t] = sum;
#endif
}

// Two #ifs that ask the same are two.
// CHECK: 'rejected_another_if' left alone: {{.*}} an #if in the kernel hides a use of 'from' [macro-loop]
__global__ void rejected_another_if(const float *__restrict__ A, float *__restrict__ C, int K) {
  const float *from = A;
  float sum = 0.0f;
  const int t = threadIdx.x;
#ifdef SERIAL
  from += 64;
#endif
#ifndef SERIAL
  __shared__ float tile[64];
  for (int k = 0; k < K; ++k) {
    tile[t] = from[k * 64 + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
#endif
  C[4096 + t] = sum;
}

// What one branch declares, the loop behind both reads: there it is another one.
// CHECK: 'rejected_declared_in_a_branch' left alone: {{.*}} an #if in the kernel hides a use of 'from' [macro-loop]
__global__ void rejected_declared_in_a_branch(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
#ifdef MORE
  float *from = C;
#else
  const float *from = A;
#endif
  for (int k = 0; k < K; ++k) {
    tile[t] = from[k * 64 + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
    C[k] = sum;
  }
  C[4096 + t] = sum;
}
