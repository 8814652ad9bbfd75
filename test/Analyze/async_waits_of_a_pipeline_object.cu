// What consumer_wait() waits for: the oldest commit that was not waited for.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

#include <cuda/pipeline>
#include <cuda_pipeline.h>

#define KERNEL(name)                                                           \
  __global__ void name(const float *__restrict__ A,                            \
                       const float *__restrict__ B, float *__restrict__ C,     \
                       int K)

// The wait is for A only: a race on Bs.
// CHECK: remark: K-loop in 'commits_twice' left alone: {{.*}}it waits for the oldest commit, and a trip may make more or fewer than one; cuda::pipeline_consumer_wait_prior<0>(pipe) waits for all [async-copy-in-loop]
// CHECK-NEXT: :[[#@LINE + 14]]:{{[0-9]+}}: note: here
KERNEL(commits_twice) {
  __shared__ float As[64];
  __shared__ float Bs[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  auto pipe = cuda::make_pipeline();
  for (int k = 0; k < K; k += 64) {
    pipe.producer_acquire();
    cuda::memcpy_async(&As[t], &A[k + t], 4, pipe);
    pipe.producer_commit();
    pipe.producer_acquire();
    cuda::memcpy_async(&Bs[t], &B[k + t], 4, pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[63 - i];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'commits_in_a_loop' left alone: {{.*}}it waits for the oldest commit, {{.*}}[async-copy-in-loop]
KERNEL(commits_in_a_loop) {
  __shared__ float As[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  auto pipe = cuda::make_pipeline();
  for (int k = 0; k < K; k += 128) {
    for (int i = t; i < 128; i += 64) {
      cuda::memcpy_async(&As[i], &A[k + i], 4, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[t] = sum;
}

// A group is in flight when the loop starts: the wait is always one behind.
// CHECK: remark: K-loop in 'starts_busy' left alone: {{.*}}copies that 'pipe' counts may be in flight when the loop starts, and consumer_wait() waits for the oldest{{.*}} [async-copy-in-loop]
// CHECK-NEXT: :[[#@LINE + 8]]:{{[0-9]+}}: note: here
KERNEL(starts_busy) {
  __shared__ float As[64];
  __shared__ float first[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  auto pipe = cuda::make_pipeline();
  cuda::memcpy_async(&first[t], &B[t], 4, pipe);
  pipe.producer_commit();
  for (int k = 0; k < K; k += 64) {
    cuda::memcpy_async(&As[t], &A[k + t], 4, pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[t] = sum;
}

// In the second round what follows the loop is in flight.
// CHECK: remark: K-loop in 'busy_in_the_next_round' left alone: {{.*}}copies that 'pipe' counts may be in flight {{.*}} [async-copy-in-loop]
// CHECK-NEXT: :[[#@LINE + 21]]:{{[0-9]+}}: note: here
KERNEL(busy_in_the_next_round) {
  __shared__ float As[64];
  __shared__ float last[64];
  const int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  float sum = 0.0f;
  for (int round = 0; round < 4; ++round) {
    for (int k = 0; k < K; k += 64) {
      cuda::memcpy_async(&As[t], &A[k + t], 4, pipe);
      pipe.producer_commit();
      pipe.consumer_wait();
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += As[i];
      __syncthreads();
    }
    if (round > 0)
      sum += last[t];
    cuda::memcpy_async(&last[t], &B[t], 4, pipe);

    pipe.producer_commit();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'settled_before' pipelined: cpasync
KERNEL(settled_before) {
  __shared__ float As[64];
  __shared__ float first[64];
  const int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  float sum = 0.0f;
  for (int round = 0; round < 4; ++round) {
    cuda::memcpy_async(&first[t], &B[t], 4, pipe);
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<0>(pipe);
    for (int k = 0; k < K; k += 64) {
      cuda::memcpy_async(&As[t], &A[k + t], 4, pipe);
      pipe.producer_commit();
      pipe.consumer_wait();
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += As[i] * first[t];
      __syncthreads();
    }
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'counted_in_two_ways' left alone: {{.*}}copies of the loop are counted in different ways{{.*}} [async-copy-in-loop]
KERNEL(counted_in_two_ways) {
  __shared__ float As[64];
  __shared__ float Bs[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  auto pipe = cuda::make_pipeline();
  for (int k = 0; k < K; k += 64) {
    cuda::memcpy_async(&As[t], &A[k + t], 4, pipe);
    pipe.producer_commit();
    __pipeline_memcpy_async(&Bs[t], &B[k + t], 4);
    __pipeline_commit();
    cuda::pipeline_consumer_wait_prior<0>(pipe);
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[63 - i];
    __syncthreads();
  }
  C[t] = sum;
}

// The condition changes from trip to trip.
// CHECK: remark: K-loop in 'waits_sometimes' left alone: {{.*}}'pipe.consumer_wait()' is inside another statement: some threads, or some trips, may not come here [async-copy-in-loop]
KERNEL(waits_sometimes) {
  __shared__ float As[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  auto pipe = cuda::make_pipeline();
  for (int k = 0; k < K; k += 64) {
    if (k + t < K) {
      cuda::memcpy_async(&As[t], &A[k + t], 4, pipe);
      pipe.producer_commit();
      pipe.consumer_wait();
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[t] = sum;
}
