// Keys and values that a barrier each counts, or one barrier in two phases: one
// counts both, and the trip waits for both where it waited for the keys. The
// wait for the values goes, if nothing else needs it.
//
// RUN: %rewrite_and_run cpasync,cpasync3,auto walk -DKERNEL=one_each -DPADDED -DMORE
// RUN: %rewrite_and_run cpasync,cpasync4 walk -DKERNEL=values_start_later -DPADDED -DMORE
// RUN: %rewrite_and_run cpasync,cpasync3 walk -DKERNEL=two_phases -DPADDED -DMORE
// RUN: %rewrite_and_run cpasync,cpasync3 walk -DKERNEL=with_scratch -DPADDED -DMORE
// RUN: %rewrite_and_run cpasync,cpasync3 walk -DKERNEL=by_tokens -DPADDED -DMORE
// RUN: %rewrite_and_run cpasync,cpasync3 walk -DKERNEL=by_parity -DPADDED -DMORE
// RUN: %rewrite_and_run cpasync,cpasync3 walk -DKERNEL=by_number -DPADDED -DMORE
// RUN: %rewrite_and_run cpasync,cpasync3 walk -DKERNEL=copied_and_read -DPADDED -DMORE
// RUN: %golden cpasync
// RUN: %golden cpasync3

#include <cuda/barrier>
#include <utility>

#pragma nv_diag_suppress static_var_with_dynamic_init

using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void one_each(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ float keys[16], values[16];
  __shared__ barrier of_keys, of_values;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&of_keys, blockDim.x);
    init(&of_values, blockDim.x);
  }
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (t < 16)
      cuda::memcpy_async(&keys[t], &A[k + t], sizeof(float), of_keys);
    if (t < 16)
      cuda::memcpy_async(&values[t], &A[k + 16 + t], sizeof(float), of_values);
    of_keys.arrive_and_wait();
    float score = 0.0f;
    for (int i = 0; i < 16; ++i)
      score += keys[i] * (t + 1);

    of_values.arrive_and_wait(); // the values are here
    for (int i = 0; i < 16; ++i)
      sum += score * values[i];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void values_start_later(const float *__restrict__ A,
                                   float *__restrict__ out, int n) {
  __shared__ float keys[16], values[16];
  __shared__ barrier of_values;
  __shared__ barrier of_keys;
  const int t = threadIdx.x;
  if (t == 0)
    init(&of_keys, blockDim.x);
  if (t == 0) {
    init(&of_values, blockDim.x);
  }
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (t < 16)
      cuda::memcpy_async(&keys[t], &A[k + t], sizeof(float), of_keys);
    of_keys.arrive_and_wait();
    if (t < 16)
      cuda::memcpy_async(&values[t], &A[k + 16 + t], sizeof(float), of_values);
    float score = 0.0f;
    for (int i = 0; i < 16; ++i)
      score += keys[i] * (t + 1);
    of_values.arrive_and_wait();
    for (int i = 0; i < 16; ++i)
      sum += score * values[i];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void two_phases(const float *__restrict__ A, float *__restrict__ out,
                           int n) {
  __shared__ float keys[16], values[16];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (t < 16)
      cuda::memcpy_async(&keys[t], &A[k + t], sizeof(float), bar);
    bar.arrive_and_wait();
    if (t < 16)
      cuda::memcpy_async(&values[t], &A[k + 16 + t], sizeof(float), bar);
    float score = 0.0f;
    for (int i = 0; i < 16; ++i)
      score += keys[i] * (t + 1);
    bar.arrive_and_wait();
    for (int i = 0; i < 16; ++i)
      sum += score * values[i];
    bar.arrive_and_wait();
  }
  out[t] = sum;
}

// The scores are for all: their barrier stays.
__global__ void with_scratch(const float *__restrict__ A,
                             float *__restrict__ out, int n) {
  __shared__ float keys[16], values[16], scores[32];
  __shared__ barrier of_keys, of_values;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&of_keys, blockDim.x);
    init(&of_values, blockDim.x);
  }
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (t < 16) {
      cuda::memcpy_async(&keys[t], &A[k + t], sizeof(float), of_keys);
      cuda::memcpy_async(&values[t], &A[k + 16 + t], sizeof(float), of_values);
    }
    of_keys.arrive_and_wait();
    scores[t] = keys[t % 16] * (t + 1);
    of_values.arrive_and_wait();
    for (int i = 0; i < 16; ++i)
      sum += scores[31 - i] * values[i];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void by_tokens(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float keys[16], values[16];
  __shared__ barrier of_keys, of_values;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&of_keys, blockDim.x);
    init(&of_values, blockDim.x);
  }
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (t < 16)
      cuda::memcpy_async(&keys[t], &A[k + t], sizeof(float), of_keys);
    auto key_token = of_keys.arrive();
    if (t < 16)
      cuda::memcpy_async(&values[t], &A[k + 16 + t], sizeof(float), of_values);
    auto value_token = of_values.arrive();

    of_keys.wait(std::move(key_token));
    float score = 0.0f;
    for (int i = 0; i < 16; ++i)
      score += keys[i] * (t + 1);
    of_values.wait(std::move(value_token));
    for (int i = 0; i < 16; ++i)
      sum += score * values[i];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void by_parity(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float keys[16], values[16];
  __shared__ barrier of_keys, of_values;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&of_keys, blockDim.x);
    init(&of_values, blockDim.x);
  }
  __syncthreads();
  float sum = 0.0f;
  int phase = 0;
  for (int k = 0; k < n; k += 32) {
    if (t < 16) {
      cuda::memcpy_async(&keys[t], &A[k + t], sizeof(float), of_keys);
      cuda::memcpy_async(&values[t], &A[k + 16 + t], sizeof(float), of_values);
    }
    (void)of_keys.arrive();
    (void)of_values.arrive();
    of_keys.wait_parity(phase);
    float score = 0.0f;
    for (int i = 0; i < 16; ++i)
      score += keys[i] * (t + 1);
    of_values.wait_parity(phase);
    for (int i = 0; i < 16; ++i)
      sum += score * values[i];
    phase ^= 1;
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void by_number(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float keys[16], values[16];
  __shared__ barrier of_keys, of_values;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&of_keys, blockDim.x);
    init(&of_values, blockDim.x);
  }
  __syncthreads();
  float sum = 0.0f;
  for (int trip = 0; trip < n / 32; ++trip) {
    if (t < 16) {
      cuda::memcpy_async(&keys[t], &A[trip * 32 + t], sizeof(float), of_keys);
      cuda::memcpy_async(&values[t], &A[trip * 32 + 16 + t], sizeof(float),
                         of_values);
    }
    (void)of_keys.arrive();
    of_keys.wait_parity(trip & 1);
    float score = 0.0f;
    for (int i = 0; i < 16; ++i)
      score += keys[i] * (t + 1);
    (void)of_values.arrive();
    of_values.wait_parity(trip % 2);
    for (int i = 0; i < 16; ++i)
      sum += score * values[i];
    __syncthreads();
  }
  out[t] = sum;
}

// One barrier counts, the other one keeps the next copies from the tile.
__global__ void copied_and_read(const float *__restrict__ A,
                                float *__restrict__ out, int n) {
  __shared__ float tile[32];
  __shared__ barrier copied, read;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&copied, blockDim.x);
    init(&read, blockDim.x);
  }
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), copied);
    copied.arrive_and_wait();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    read.arrive_and_wait();
  }
  out[t] = sum;
}
