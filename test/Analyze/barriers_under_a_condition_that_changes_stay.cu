// What the loop changes, or each thread finds otherwise, is no condition for a
// barrier of all trips; nor may warps make trips of their own.
//
// RUN: cuda-pipeline-rewrite --explain %s -o %t.cu 2>&1 | FileCheck %s

// CHECK: K-loop in 'the_loop_changes_it' left alone: {{.*}}[barrier-in-branch]
__global__ void the_loop_changes_it(const float *__restrict__ A, float *__restrict__ C,
                                    int K, bool need_sync) {
  __shared__ float a[64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    a[threadIdx.x] = A[k + threadIdx.x];
    if (need_sync) __syncthreads();
    sum += a[63 - threadIdx.x];
    __syncthreads();
    need_sync = !need_sync;
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'of_each_thread' left alone: {{.*}}[barrier-in-branch]
__global__ void of_each_thread(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float a[64];
  const bool need_sync = threadIdx.x < 64;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    a[threadIdx.x] = A[k + threadIdx.x];
    if (need_sync) __syncthreads();
    sum += a[63 - threadIdx.x];
    if (need_sync) __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'trips_of_each_warp' left alone: {{.*}}
__global__ void trips_of_each_warp(const float *__restrict__ A, float *__restrict__ C,
                                   const int *n) {
  __shared__ float a[64];
  const bool need_sync = blockDim.x > 64;
  float sum = 0.0f;
  for (int k = 0; k < n[threadIdx.x / 32]; ++k) {
    a[threadIdx.x] = A[k * 64 + threadIdx.x];
    if (need_sync) __syncthreads();
    sum += a[threadIdx.x ^ 1];
    if (need_sync) __syncthreads();
  }
  C[threadIdx.x] = sum;
}
