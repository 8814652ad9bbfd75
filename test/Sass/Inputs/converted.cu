// Tiles whose values are computed on the way from the load to the store.

#include <cuda_fp16.h>

#define KERNEL(NAME)                                                           \
  __global__ void __launch_bounds__(256)                                       \
      NAME(const half *__restrict__ a, const signed char *__restrict__ b,      \
           const unsigned *__restrict__ words,                                 \
           const float *__restrict__ scale, float *__restrict__ out, int n)

KERNEL(halves) {
  __shared__ float tile[256][9];
  const int t = threadIdx.x;
  float sum[8] = {};

  for (int k = 0; k < n; k += 256) {
    for (int i = 0; i < 4; ++i) {
      const float x = __half2float(a[(k + t) * 4 + i]);
      tile[t][i] = x;
    }
    __syncthreads();

    for (int i = 0; i < 64; ++i)
      for (int j = 0; j < 8; ++j)
        sum[j] += tile[(i + t) % 256][j] * tile[i][(j + 3) % 8];
    __syncthreads();
  }
  for (int j = 0; j < 8; ++j)
    out[t * 8 + j] = sum[j];
}

KERNEL(pairs) {
  __shared__ float tile[256][9];
  const int t = threadIdx.x;
  float sum[8] = {};

  for (int k = 0; k < n; k += 256) {
    for (int i = 0; i < 4; ++i) {
      const float2 x = __half22float2(
          *reinterpret_cast<const half2 *>(&a[(k + t) * 8 + i * 2]));
      tile[t][i * 2] = x.x;
      tile[t][i * 2 + 1] = x.y;
    }
    __syncthreads();

    for (int i = 0; i < 64; ++i)
      for (int j = 0; j < 8; ++j)
        sum[j] += tile[(i + t) % 256][j] * tile[i][(j + 3) % 8];
    __syncthreads();
  }
  for (int j = 0; j < 8; ++j)
    out[t * 8 + j] = sum[j];
}

KERNEL(bytes) {
  __shared__ float tile[256][9];
  const int t = threadIdx.x;
  float sum[8] = {};

  for (int k = 0; k < n; k += 256) {
    for (int i = 0; i < 4; ++i) {
      const float x = (float)b[(k + t) * 4 + i];
      tile[t][i] = x;
    }
    __syncthreads();

    for (int i = 0; i < 64; ++i)
      for (int j = 0; j < 8; ++j)
        sum[j] += tile[(i + t) % 256][j] * tile[i][(j + 3) % 8];
    __syncthreads();
  }
  for (int j = 0; j < 8; ++j)
    out[t * 8 + j] = sum[j];
}

KERNEL(scaled) {
  __shared__ float tile[256][9];
  const int t = threadIdx.x;
  float sum[8] = {};

  for (int k = 0; k < n; k += 256) {
    const float x = __half2float(a[k + t]) * scale[k + t];
    tile[t][0] = x;
    __syncthreads();

    for (int i = 0; i < 64; ++i)
      for (int j = 0; j < 8; ++j)
        sum[j] += tile[(i + t) % 256][j] * tile[i][(j + 3) % 8];
    __syncthreads();
  }
  for (int j = 0; j < 8; ++j)
    out[t * 8 + j] = sum[j];
}

KERNEL(unpacked) {
  __shared__ float tile[256][9];
  const int t = threadIdx.x;
  float sum[8] = {};

  for (int k = 0; k < n; k += 256) {
    unsigned packed = words[k + t];
    const float s = __half2float(a[k + t]);
    for (int i = 0; i < 8; ++i) {
      tile[t][i] = (float)(packed & 0xf) * s;
      packed >>= 4;
    }
    __syncthreads();

    for (int i = 0; i < 64; ++i)
      for (int j = 0; j < 8; ++j)
        sum[j] += tile[(i + t) % 256][j] * tile[i][(j + 3) % 8];
    __syncthreads();
  }
  for (int j = 0; j < 8; ++j)
    out[t * 8 + j] = sum[j];
}

KERNEL(guarded) {
  __shared__ float tile[256][9];
  const int t = threadIdx.x;
  float sum[8] = {};

  for (int k = 0; k < n; k += 256) {
    const float x = k + t < n ? __half2float(a[k + t]) * 2.0f : 0.0f;
    tile[t][0] = x;
    __syncthreads();

    for (int i = 0; i < 64; ++i)
      for (int j = 0; j < 8; ++j)
        sum[j] += tile[(i + t) % 256][j] * tile[i][(j + 3) % 8];
    __syncthreads();
  }
  for (int j = 0; j < 8; ++j)
    out[t * 8 + j] = sum[j];
}
