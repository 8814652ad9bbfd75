// A barrier of the block stands for one of the warp only where all threads choose the
// same, and both do nothing but wait; who would wait with it must come to the loop.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cmp %s %t.cu

// CHECK: 'own_choice' left alone: {{.*}} [barrier-in-branch]
__global__ void own_choice(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    if (t < 32)
      __syncwarp();
    else
      __syncthreads();
    sum += tile[63 - t] * t;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'more_than_waits' left alone: {{.*}} [barrier-in-branch]
template <int THREADS>
__global__ void more_than_waits(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    if constexpr (THREADS <= 32) {
      __syncwarp();
      sum += 1.0f;
    } else {
      __syncthreads();
    }
    sum += tile[63 - t] * t;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'warps_only' left alone: {{.*}} [{{unsupported-loop|missing-barrier}}]
template <int THREADS>
__global__ void warps_only(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    if constexpr (THREADS <= 32)
      __syncwarp();
    else
      __syncwarp(0xffffffff);
    sum += tile[63 - t] * t;
    __syncthreads();
  }
  C[t] = sum;
}

// Each warp has a length of its own.
// CHECK: 'warps_part' left alone: {{.*}} [barrier-not-uniform]
template <int THREADS>
__global__ void warps_part(const float *__restrict__ A, float *__restrict__ C, const int *lengths) {
  __shared__ float tile[64];
  const int t = threadIdx.x, n = lengths[t / 32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    if constexpr (THREADS <= 32)
      __syncwarp();
    else
      __syncthreads();
    sum += tile[t ^ 1] * t;
    if constexpr (THREADS <= 32)
      __syncwarp();
    else
      __syncthreads();
  }
  C[t] = sum;
}
