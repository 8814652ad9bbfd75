// Vectors are loaded and stored by small functions of the user's: as good as
// the cast that is in them.
//

#include <cuda_pipeline.h>

__device__ float4 ld_vec(const float *address) {
  return *reinterpret_cast<const float4 *>(address);
}

__device__ void st_vec(float *address, float4 val) {
  *reinterpret_cast<float4 *>(address) = val;
}

// Rows of A times rows of B.
__global__ void dots(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ out, int n) {
  __shared__ alignas(16) float lhs_s_stages[2][32][32];
  __shared__ alignas(16) float rhs_s_stages[2][32][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int so) {
    auto &lhs_s = lhs_s_stages[stage];
    auto &rhs_s = rhs_s_stages[stage];
    int xo = 4 * (t % 8);
    // eight threads a row
    for (int y = t / 8; y < 32; y += 8) {
      __pipeline_memcpy_async(&lhs_s[y][xo], A + y * n + so + xo, sizeof(float4));
      __pipeline_memcpy_async(rhs_s[y] + xo, &B[y * n + so + xo], sizeof(float4)); // the same for B
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int so = 0; so < n; so += 32) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (so + 32 < n)
      load_tile(stage ^ 1, so + 32);
    __pipeline_commit();

    auto &lhs_s = lhs_s_stages[stage];
    auto &rhs_s = rhs_s_stages[stage];

    for (int si = 0; si < 32; si += 4) {
      float4 lhs = ld_vec(&lhs_s[t % 32][si]);
      float4 rhs = ld_vec(&rhs_s[(t + 7) % 32][si]);
      sum += lhs.x * rhs.x;
      sum += lhs.y * rhs.y;
      sum += lhs.z * rhs.z;
      sum += lhs.w * rhs.w;
    }

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

// One side by a function, the other as it comes.
__global__ void guarded(const float *__restrict__ A,
                        const float *__restrict__ B, float *__restrict__ out,
                        int n) {
  __shared__ alignas(16) float a_stages[2][256];
  __shared__ alignas(16) float b_stages[2][256];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &a = a_stages[stage];
    auto &b = b_stages[stage];
    __pipeline_memcpy_async(&a[4 * t], (const float4 *)&A[k + 4 * t], sizeof(float4));
    __pipeline_memcpy_async((float4 *)&b[4 * t], B + k + 4 * t, sizeof(float4), (k + 4 * t < n) ? 0 : sizeof(float4));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < n; k += 256) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 256 < n)
      load_tile(stage ^ 1, k + 256);
    __pipeline_commit();

    auto &a = a_stages[stage];
    auto &b = b_stages[stage];

    for (int i = 0; i < 256; i += 3)
      sum = sum * 0.5f + a[i] * b[(i + t) % 256];

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}
