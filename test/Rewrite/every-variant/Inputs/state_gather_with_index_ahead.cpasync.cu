// A gather that reads its index one tile ahead: then it is two tiles ahead.
//

#include <cuda_pipeline.h>

__global__ void gather(const float *__restrict__ x,
                       const int *__restrict__ col,
                       const float *__restrict__ val, float *__restrict__ out,
                       int nnz) {
  __shared__ float xs_stages[2][32], vs_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  int idx = t < nnz ? col[t] : 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &xs = xs_stages[stage];
    auto &vs = vs_stages[stage];
    __pipeline_memcpy_async(&xs[t], &x[idx], sizeof(float),
                            (k + t < nnz) ? 0 : sizeof(float));
    __pipeline_memcpy_async(&vs[t], &val[k + t], sizeof(float),
                            (k + t < nnz) ? 0 : sizeof(float));

    idx = k + 32 + t < nnz ? col[k + 32 + t] : 0; // for the next tile
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (nnz > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < nnz; k += 32) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < nnz)
      load_tile(stage ^ 1, k + 32);
    __pipeline_commit();

    auto &xs = xs_stages[stage];
    auto &vs = vs_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += xs[i] * vs[(i + t) & 31];

    stage ^= 1; // This one is free from the next barrier on.
  }

  out[t] = sum;
}
