// A function that loads two tiles, row by row, by another function; vectors,
// and a type of the template.
//

#include <cuda_pipeline.h>

template <typename T>
__device__ inline void copy_row(T *dst, const T *src, bool ok) {
  const int c = threadIdx.x;
  if constexpr (sizeof(T) == alignof(T) && sizeof(T) >= 4 && sizeof(T) <= 16)
    __pipeline_memcpy_async(&dst[c], &src[c], sizeof(T), ok ? 0 : sizeof(T));
  else
    dst[c] = ok ? src[c] : T(0);
}

namespace tiles {

template <typename T>
__device__ void load(T (*a)[16], T (*b)[16], const T *A, const T *B, int k,
                     int N, int K) {
  for (int r = threadIdx.y; r < 16; r += blockDim.y) {
    copy_row(a[r], A + r * K + k, k + int(threadIdx.x) < K);
    copy_row(&b[r][0], B + (k + r) * N, k + r < K);
  }
}

} // namespace tiles

template <typename T>
__global__ void gemm(const T *__restrict__ A, const T *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ T a_stages[2][16][16], b_stages[2][16][16];
  A += blockIdx.y * 16 * K;
  B += blockIdx.x * 16;
  float acc[4] = {};

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &a = a_stages[stage];
    auto &b = b_stages[stage];
    tiles::load(a, b, A, B, k, N, K);
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < K; k += 16) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 16 < K)
      load_tile(stage ^ 1, k + 16);
    __pipeline_commit();

    auto &a = a_stages[stage];
    auto &b = b_stages[stage];

    for (int i = 0; i < 16; ++i)
      for (int r = 0; r < 4; ++r)
        acc[r] += float(a[threadIdx.y * 4 + r][i] * b[i][threadIdx.x]);

    stage ^= 1; // This one is free from the next barrier on.
  }
  for (int r = 0; r < 4; ++r)
    C[(blockIdx.y * 16 + threadIdx.y * 4 + r) * N + blockIdx.x * 16 +
      threadIdx.x] = acc[r];
}

template __global__ void gemm<float>(const float *, const float *, float *, int,
                                     int, int);
