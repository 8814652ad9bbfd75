// Macros that carry the array's name, that are barriers, and that spell one
// statement of compute or several.
//

#include <cuda_pipeline.h>

#define BK 8
#define AS(i, j) As[(i) * BK + (j)]
#define SYNC __syncthreads()
#define SYNC_BLOCK() __syncthreads();
#define FMA(a, b, c) (c) += (a) * (b)
#define ACC(i) sum += As[i] * weight;
#define ACC2(i) ACC(i) ACC((i) + 1)
#define ALL(n)                                                                 \
  for (int m = 0; m < n; ++m) {                                                \
    ACC(m)                                                                     \
  }

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ __align__(16) float As_stages[2][4 * BK];
  const int t = threadIdx.x;
  float sum = 0.0f, weight = 1.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    __pipeline_memcpy_async(&AS(t / BK, t % BK), &A[k + t], sizeof(float),
                            (k + t < n) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < n; k += 32) {
    __pipeline_wait_prior(0);
    SYNC;

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);
    __pipeline_commit();

    auto &As = As_stages[stage];

    // Compute, as it stands.
    for (int i = 0; i < 16; ++i)
      FMA(AS(i / BK, i % BK), 2.0f, sum);
    ACC2(16) ACC2(18)
    ALL(3);
    for (int i = 20; i < 31; ++i)
      ACC(i)
    ACC(31) weight *= 0.5f;

    stage ^= 1; // This one is free from the next barrier on.
  }

  out[t] = sum;
}
