// Who arrives with a token and waits for it does both at once, at the barrier of
// the stage: the token declared in the trip, or in front of it, or not at all;
// with work in between.
//
// RUN: %rewrite_and_run cpasync,cpasync3,auto walk -DKERNEL=in_the_trip -DWHOLE
// RUN: %rewrite_and_run cpasync,cpasync4 walk -DKERNEL=in_front -DWHOLE
// RUN: %rewrite_and_run cpasync,cpasync3 walk -DKERNEL=without_a_name -DWHOLE
// RUN: %rewrite_and_run cpasync,cpasync3 walk -DKERNEL=work_in_between -DWHOLE
// RUN: %golden cpasync

#include <cuda/barrier>
#include <utility>

#pragma nv_diag_suppress static_var_with_dynamic_init

using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void in_the_trip(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile[32];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    barrier::arrival_token token = bar.arrive();
    bar.wait(std::move(token)); // for all copies

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);

    auto done = bar.arrive();
    bar.wait(std::move(done));
  }
  out[t] = sum;
}

__global__ void in_front(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ float tile[32];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  barrier::arrival_token token;
  for (int k = 0; k < n; k += 32) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    token = bar.arrive();
    bar.wait(std::move(token));
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void without_a_name(const float *__restrict__ A,
                               float *__restrict__ out, int n) {
  __shared__ float tile[32];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    bar.wait(bar.arrive());
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void work_in_between(const float *__restrict__ A,
                                float *__restrict__ out, int n) {
  __shared__ float tile[32];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    auto token = bar.arrive();
    sum = sum * 0.5f + k; // meanwhile
    bar.wait(std::move(token));
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}
