// The block may leave at the top of a trip, together, from a loop that has a bound
// of its own, if nobody finds the tile that was under way. Else the loop stays.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --explain --variant=ldg-single -o %t.single.cu %s 2>&1 \
// RUN:   | FileCheck %s

// CHECK: K-loop in 'some_leave' left alone: {{.*}}'__syncthreads_count(done) > threadIdx.x' may differ from thread to thread{{.*}} [barrier-not-uniform]
__global__ void some_leave(const float *__restrict__ A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  bool done = false;
  for (int k = 0; k < K; k += 64) {
    if (__syncthreads_count(done) > threadIdx.x)
      break;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    done = sum > 8.0f;
  }
  C[t] = sum;
}

// CHECK: K-loop in 'some_vote' left alone: {{.*}} [early-exit]
__global__ void some_vote(const float *__restrict__ A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  bool done = false;
  for (int k = 0; k < K; k += 64) {
    if (k > 0 && __syncthreads_and(done))
      break;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
    done = sum > 8.0f;
  }
  C[t] = sum;
}

// CHECK: K-loop in 'endless' left alone: {{.*}} [unsupported-loop]
__global__ void endless(const float *__restrict__ A, float *C) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0;; k += 64) {
    if (__syncthreads_and(sum > 8.0f))
      break;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
  }
  C[t] = sum;
}

// CHECK: K-loop in 'true_for_ever' left alone: {{.*}}nothing but this vote says how far its loads may go{{.*}} [early-exit]
__global__ void true_for_ever(const float *__restrict__ A, float *C) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;
  while (true) {
    if (__syncthreads_and(sum > 8.0f))
      break;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    k += 64;
  }
  C[t] = sum;
}

// CHECK: K-loop in 'of_any_length' left alone: {{.*}}nothing but this vote says how far its loads may go{{.*}} [early-exit]
__global__ void of_any_length(const float *__restrict__ A, float *C) {
  const int most = 1 << 30;
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < most; k += 64) {
    if (__syncthreads_or(sum < 8.0f) == 0)
      break;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
  }
  C[t] = sum;
}

// CHECK: K-loop in 'of_a_number' left alone: {{.*}}nothing but this vote says how far its loads may go{{.*}} [early-exit]
__global__ void of_a_number(const float *__restrict__ A, float *C) {
  int most = 1 << 30;
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < most; k += 64) {
    if (__syncthreads_or(sum < 8.0f) == 0)
      break;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
  }
  C[t] = sum;
}

// CHECK: K-loop in 'down_from_a_number' left alone: {{.*}}nothing but this vote says how far its loads may go{{.*}} [early-exit]
__global__ void down_from_a_number(const float *__restrict__ A, float *C) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int left = 1 << 30, at = t; left > 0; left -= 64, at += 64) {
    if (__syncthreads_or(sum < 8.0f) == 0)
      break;
    tile[t] = A[at];
    __syncthreads();
    sum += tile[63 - t];
  }
  C[t] = sum;
}

// CHECK: K-loop in 'loads_first' left alone: {{.*}}in front of all other statements{{.*}} [early-exit]
__global__ void loads_first(const float *__restrict__ A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    if (__syncthreads_and(sum > 8.0f))
      break;
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'position_is_asked_for' left alone: {{.*}}behind the loop, 'from' would be that of a tile which the loop never reaches{{.*}} [early-exit]
__global__ void position_is_asked_for(const float *__restrict__ A, float *C,
                                      int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *from = A + t;
  for (int k = 0; k < K; k += 64) {
    if (__syncthreads_and(sum > 8.0f))
      break;
    tile[t] = *from;
    from += 64;
    __syncthreads();
    sum += tile[63 - t];
  }
  C[t] = sum + (from - A);
}

// CHECK: K-loop in 'position_goes_on' left alone: {{.*}}behind the loop, 'from' would be that of a tile which the loop never reaches{{.*}} [early-exit]
__global__ void position_goes_on(const float *__restrict__ A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *from = A + t;
  for (int round = 0; round < 4; ++round) {
    for (int k = 0; k < K; k += 64) {
      if (__syncthreads_and(sum > 8.0f * round))
        break;
      tile[t] = *from;
      from += 64;
      __syncthreads();
      sum += tile[63 - t];
    }
  }
  C[t] = sum;
}

// CHECK: K-loop in 'tile_is_asked_for' left alone: {{.*}}behind the loop, 'tile' may be found with a tile which the loop never reaches{{.*}} [early-exit]
__global__ void tile_is_asked_for(const float *__restrict__ A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (__syncthreads_and(sum > 8.0f))
      break;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
  }
  C[t] = sum + tile[t];
}

// CHECK: K-loop in 'some_elements' left alone: {{.*}}behind the loop, 'tile' may be found with a tile which the loop never reaches{{.*}} [early-exit]
__global__ void some_elements(const float *__restrict__ A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int round = 0; round < 4; ++round)
    for (int k = 0; k < K; k += 64) {
      if (__syncthreads_and(sum > 8.0f * round))
        break;
      if (k + t < K)
        tile[t] = A[k + t];
      __syncthreads();
      sum += tile[63 - t];
    }
  C[t] = sum;
}

// CHECK: K-loop in 'in_flight' left alone: {{.*}}asynchronous copies of the loop's own would be in flight{{.*}} [early-exit]
#include <cuda_pipeline.h>
__global__ void in_flight(const float *__restrict__ A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (__syncthreads_and(sum > 8.0f))
      break;
    __pipeline_memcpy_async(&tile[t], &A[k + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    sum += tile[63 - t];
  }
  C[t] = sum;
}

// CHECK: K-loop in 'twice' left alone: {{.*}} [early-exit]
__global__ void twice(const float *__restrict__ A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (__syncthreads_and(sum > 8.0f))
      break;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    if (__syncthreads_or(sum < -8.0f))
      break;
  }
  C[t] = sum;
}

// The vote ends the loop in front of the end of A, n is only a limit.
// CHECK: K-loop in 'limit_is_no_length' left alone: {{.*}}this load needs a test of its own that it stays in the array, such as `k + t < n` [early-exit]
__global__ void limit_is_no_length(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  bool done = false;
  for (int k = 0; k < n; k += 64) {
    if (__syncthreads_count(done) == 64)
      break;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    done = tile[0] < 0;
  }
  C[t] = sum;
}

// A test that is the same in every trip says nothing of it.
// CHECK: K-loop in 'test_of_the_thread' left alone: {{.*}}this load needs a test of its own{{.*}} [early-exit]
__global__ void test_of_the_thread(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  bool done = false;
  for (int k = 0; k < n; k += 64) {
    if (__syncthreads_count(done) == 64)
      break;
    tile[t] = t < n ? A[k + t] : 0.0f;
    __syncthreads();
    sum += tile[63 - t];
    done = tile[0] < 0;
  }
  C[t] = sum;
}
