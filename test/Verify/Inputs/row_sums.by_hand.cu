// row_sums.cu, pipelined by hand; each macro makes a mistake.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void row_sums(const float *__restrict__ A, float *__restrict__ sums,
                         int n) {
  __shared__ float tile[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  auto load = [&](int stage, int k) {
#ifdef WRONG_GUARD
    const bool inside = k + t <= n;
#else
    const bool inside = k + t < n;
#endif
    __pipeline_memcpy_async(&tile[stage][t],
                            &A[blockIdx.x * n + (inside ? k + t : 0)], 4,
                            inside ? 0 : 4);
  };
  int stage = 0;
  if (n > 0)
    load(stage, 0);
  __pipeline_commit();
  for (int k = 0; k < n; k += 32) {
#ifndef NO_WAIT
    __pipeline_wait_prior(0);
#endif
#ifndef NO_BARRIER
    __syncthreads();
#endif
    if (k + 32 < n)
      load(stage ^ 1, k + 32);
    __pipeline_commit();
#ifdef WAITS_AT_ONCE
    __pipeline_wait_prior(0);
#endif
#ifdef WRONG_STAGE
    const float *now = tile[0];
#else
    const float *now = tile[stage];
#endif
#ifdef OTHER_ORDER
    for (int i = 31; i >= 0; --i)
#else
    for (int i = 0; i < 32; ++i)
#endif
      sum += now[(i + t) % 32];
    stage ^= 1;
  }
  sums[blockIdx.x * 32 + t] = sum;
}
