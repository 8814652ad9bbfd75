// A wait by a parity that is not seen to be that of the trip's phase keeps the
// loop as it is.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %s 2>&1 >/dev/null | FileCheck %s

#include <cuda/barrier>

#pragma nv_diag_suppress static_var_with_dynamic_init

using barrier = cuda::barrier<cuda::thread_scope_block>;

// CHECK: K-loop in 'of_the_trip' pipelined
__global__ void of_the_trip(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile[32];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  unsigned phase = 0;
  for (int k = 0; k < n; k += 32) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    (void)bar.arrive();
    bar.wait_parity(phase);
    phase = 1 - phase;
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'of_another_trip' left alone: {{.*}} [counted-copy-in-loop]
__global__ void of_another_trip(const float *__restrict__ A,
                                float *__restrict__ out, int n) {
  __shared__ float tile[32];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  unsigned phase = 1;
  for (int k = 0; k < n; k += 32) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    (void)bar.arrive();
    bar.wait_parity(phase);
    phase = 1 - phase;
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'that_stays' left alone: {{.*}} [counted-copy-in-loop]
__global__ void that_stays(const float *__restrict__ A,
                           float *__restrict__ out, int n) {
  __shared__ float tile[32];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  unsigned phase = 0;
  for (int k = 0; k < n; k += 32) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    (void)bar.arrive();
    bar.wait_parity(phase);
    if (k > 32)
      phase ^= 1;
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// The second round starts with the parity of the last phase.
// CHECK: K-loop in 'of_each_round' left alone: {{.*}} [counted-copy-in-loop]
__global__ void of_each_round(const float *__restrict__ A,
                              float *__restrict__ out, int n) {
  __shared__ float tile[32];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  for (int round = 0; round < 2; ++round) {
    unsigned phase = 0;
    for (int k = 0; k < n; k += 32) {
      cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
      (void)bar.arrive();
      bar.wait_parity(phase);
      phase ^= 1;
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (t + 1);
      __syncthreads();
    }
  }
  out[t] = sum;
}

// A phase of its own in front.
// CHECK: K-loop in 'arrived_before' left alone: {{.*}} [counted-copy-in-loop]
__global__ void arrived_before(const float *__restrict__ A,
                               float *__restrict__ out, int n) {
  __shared__ float tile[32];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  (void)bar.arrive();
  float sum = 0.0f;
  unsigned phase = 0;
  for (int k = 0; k < n; k += 32) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    (void)bar.arrive();
    bar.wait_parity(phase);
    phase ^= 1;
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// The number of the trip steps by two.
// CHECK: K-loop in 'of_other_numbers' left alone: {{.*}} [counted-copy-in-loop]
__global__ void of_other_numbers(const float *__restrict__ A,
                                 float *__restrict__ out, int n) {
  __shared__ float tile[32];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  for (int trip = 0; trip < n; trip += 2) {
    cuda::memcpy_async(&tile[t], &A[trip * 32 + t], sizeof(float), bar);
    (void)bar.arrive();
    bar.wait_parity(trip & 1);
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}
