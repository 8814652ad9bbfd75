// The block copies together into a stage of its pipeline; parts of it do, some
// threads do; in rounds; with a barrier that nobody needs.
//
// RUN: %rewrite_and_run cpasync,cpasync3,auto walk -DKERNEL=whole_block -DWHOLE
// RUN: %rewrite_and_run cpasync,cpasync4 walk -DKERNEL=by_parts -DWHOLE
// RUN: %rewrite_and_run cpasync,cpasync3 walk -DKERNEL=in_rounds -DWHOLE
// RUN: %rewrite_and_run cpasync,cpasync3 walk -DKERNEL=some_copy -DWHOLE
// RUN: %rewrite_and_run cpasync,cpasync3 walk -DKERNEL=meets_again -DWHOLE
// RUN: %golden cpasync

#include <cooperative_groups.h>
#include <cuda/pipeline>

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;
constexpr auto scope = cuda::thread_scope_block;

__global__ void whole_block(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile[32];
  constexpr int stages_count = 1;
  __shared__ cuda::pipeline_shared_state<scope, stages_count> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, tile, A + k, sizeof(tile), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    pipe.consumer_release();
  }
  out[t] = sum;
}

__global__ void by_parts(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ alignas(16) float tile[4][8];
  __shared__ cuda::pipeline_shared_state<scope, 1> state;
  auto pipe = cuda::make_pipeline(cg::this_thread_block(), &state);
  auto part = cg::tiled_partition<8>(cg::this_thread_block());
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    pipe.producer_acquire();
    cuda::memcpy_async(part, tile[t / 8], A + k + t / 8 * 8, 8 * sizeof(float),
                       pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    for (int i = 0; i < 32; ++i)
      sum += tile[i / 8][i % 8] * (t + 1);
    pipe.consumer_release();
  }
  out[t] = sum;
}

__global__ void in_rounds(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile[32];
  __shared__ cuda::pipeline_shared_state<scope, 1> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int round = 0; round < 3; ++round) {
    for (int k = 0; k < n; k += 32) {
      pipe.producer_acquire();
      cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), pipe);
      pipe.producer_commit();
      pipe.consumer_wait();
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (t + round);
      pipe.consumer_release();
    }
  }
  out[t] = sum;
}

// All threads commit, so who copies is no matter.
__global__ void some_copy(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ alignas(16) float tile[32];
  __shared__ cuda::pipeline_shared_state<scope, 1> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    pipe.producer_acquire();
    if (t < 8)
      cuda::memcpy_async(&tile[t * 4], &A[k + t * 4],
                         cuda::aligned_size_t<16>(16), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    pipe.consumer_release();
  }
  out[t] = sum;
}

__global__ void meets_again(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile[32];
  __shared__ cuda::pipeline_shared_state<scope, 1> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, tile, A + k, sizeof(tile), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    block.sync();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    pipe.consumer_release();
  }
  out[t] = sum;
}
