// Assembly that only computes leads where the pointer leads that it is given; a
// load that says ld.global reads global memory, wherever its pointer comes from;
// a pragma of PTX does nothing. The test counts.
//

#include <cuda_pipeline.h>

#ifndef CUDAPIPE_EXECUTOR
#define ADD(to, from, by)                                                      \
  asm("{\n\t.reg .u32 lo, hi, of;\n\tmul.lo.u32 of, %2, 4;\n\t"                \
      "mov.b64 {lo, hi}, %1;\n\tadd.cc.u32 lo, lo, of;\n\t"                    \
      "addc.u32 hi, hi, 0;\n\tmov.b64 %0, {lo, hi};\n\t}"                      \
      : "=l"(to)                                                               \
      : "l"(from), "r"(by))
#define HINT asm volatile(".pragma \"nounroll\";")
#else
#define ADD(to, from, by) to = from + by
#define HINT
#endif

__device__ const float *ahead(const float *from, unsigned by) {
  const float *to;
  ADD(to, from, by);
  return to;
}

__global__ void added(const float *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;
  if (n > 0) {
    // Starts the copy of one tile into a stage.
    auto load_tile = [&](int stage, int k) {
      auto &tile = tile_stages[stage];
      const float *from = ahead(A, k * 32 + t);
      __pipeline_memcpy_async(&tile[t], from, sizeof(float));
    };

    // Prologue: the first tile into stage 0.
    int stage = 0;
    load_tile(stage, k);
    __pipeline_commit();

    do {
      __pipeline_wait_prior(0);
      __syncthreads();

      // Prefetch the next tile while this one is computed.
      if (k + 1 < n / 32)
        load_tile(stage ^ 1, k + 1);
      __pipeline_commit();

      auto &tile = tile_stages[stage];

      HINT;
      for (int i = 0; i < 32; ++i)
        sum = sum * 0.5f + tile[(t + i) % 32];
      ++k;

      stage ^= 1; // This one is free from the next barrier on.
    } while (k < n / 32);
  }
  out[t] = sum;
}
