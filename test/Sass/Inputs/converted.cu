// Tiles whose values are computed on the way, in a form each: -DHALVES, -DPAIRS,
// -DBYTES, -DSCALED, -DUNPACKED or -DGUARDED.

#include <cuda_fp16.h>

__global__ void __launch_bounds__(256)
    products(const half *__restrict__ a, const unsigned *__restrict__ words,
             const float *__restrict__ scale, float *__restrict__ out, int n) {
  __shared__ float tile[256][9];
  const int t = threadIdx.x;
  float sum[8] = {};

  for (int k = 0; k < n; k += 256) {
#if defined(HALVES)
    for (int i = 0; i < 4; ++i) {
      const float x = __half2float(a[(k + t) * 4 + i]);
      tile[t][i] = x;
    }
#elif defined(PAIRS)
    for (int i = 0; i < 4; ++i) {
      const float2 x = __half22float2(
          *reinterpret_cast<const half2 *>(&a[(k + t) * 8 + i * 2]));
      tile[t][i * 2] = x.x;
      tile[t][i * 2 + 1] = x.y;
    }
#elif defined(BYTES)
    const signed char *bytes = reinterpret_cast<const signed char *>(words);
    for (int i = 0; i < 4; ++i) {
      const float x = (float)bytes[(k + t) * 4 + i];
      tile[t][i] = x;
    }
#elif defined(SCALED)
    const float x = __half2float(a[k + t]) * scale[k + t];
    tile[t][0] = x;
#elif defined(UNPACKED)
    unsigned packed = words[k + t];
    const float s = __half2float(a[k + t]);
    for (int i = 0; i < 8; ++i) {
      tile[t][i] = (float)(packed & 0xf) * s;
      packed >>= 4;
    }
#elif defined(GUARDED)
    const float x = k + t < n ? __half2float(a[k + t]) * 2.0f : 0.0f;
    tile[t][0] = x;
#endif
    __syncthreads();

    for (int i = 0; i < 64; ++i)
      for (int j = 0; j < 8; ++j)
        sum[j] += tile[(i + t) % 256][j] * tile[i][(j + 3) % 8];
    __syncthreads();
  }
  for (int j = 0; j < 8; ++j)
    out[t * 8 + j] = sum[j];
}
