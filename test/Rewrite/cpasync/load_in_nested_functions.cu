// A function that loads two tiles, row by row, by another function; vectors,
// and a type of the template.
//
// RUN: %rewrite_and_run cpasync gemm -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=16 \
// RUN:   -DTHREADS=16,4 "-DKERNEL=gemm<float>" -DLOOSE
// RUN: %golden cpasync

template <typename T>
__device__ inline void copy_row(T *dst, const T *src, bool ok) {
  const int c = threadIdx.x;
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
  __shared__ T a[16][16], b[16][16];
  A += blockIdx.y * 16 * K;
  B += blockIdx.x * 16;
  float acc[4] = {};
  for (int k = 0; k < K; k += 16) {
    tiles::load(a, b, A, B, k, N, K);
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      for (int r = 0; r < 4; ++r)
        acc[r] += float(a[threadIdx.y * 4 + r][i] * b[i][threadIdx.x]);
    __syncthreads();
  }
  for (int r = 0; r < 4; ++r)
    C[(blockIdx.y * 16 + threadIdx.y * 4 + r) * N + blockIdx.x * 16 +
      threadIdx.x] = acc[r];
}

template __global__ void gemm<float>(const float *, const float *, float *, int,
                                     int, int);
