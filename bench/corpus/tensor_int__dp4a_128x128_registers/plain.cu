// int8 GEMM with dp4a and 8 x 8 sums a thread: tiles of 128 rows and eight
// words, transposed as they are stored.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

namespace {

constexpr int kRows = 128;
constexpr int kWords = 8;
constexpr int kPitch = kRows + 4;

struct Fragment {
  int v[8];
  __device__ void load(const int *row, int at) {
    const int4 lo = *reinterpret_cast<const int4 *>(row + at);
    const int4 hi = *reinterpret_cast<const int4 *>(row + at + 64);
    v[0] = lo.x, v[1] = lo.y, v[2] = lo.z, v[3] = lo.w;
    v[4] = hi.x, v[5] = hi.y, v[6] = hi.z, v[7] = hi.w;
  }
};

__device__ inline void store_transposed(int (*tile)[kPitch], int row, int word,
                                        int4 v) {
  tile[word + 0][row] = v.x;
  tile[word + 1][row] = v.y;
  tile[word + 2][row] = v.z;
  tile[word + 3][row] = v.w;
}

__global__ void __launch_bounds__(256, 2)
    igemm_8x8(const int4 *__restrict__ A, const int4 *__restrict__ B,
              int *__restrict__ C, int N, int quads) {
  __shared__ __align__(16) int a_tile[kWords][kPitch];
  __shared__ __align__(16) int b_tile[kWords][kPitch];

  const int row = threadIdx.x / 2, quad = threadIdx.x % 2;
  const int tx = threadIdx.x % 16 * 4, ty = threadIdx.x / 16 * 4;

  const int4 *a_from = A + (size_t)(blockIdx.y * kRows + row) * quads + quad;
  const int4 *b_from = B + (size_t)(blockIdx.x * kRows + row) * quads + quad;
  int sum[8][8] = {};

  for (int q = 0; q < quads; q += kWords / 4) {
    store_transposed(a_tile, row, quad * 4, a_from[q]);
    store_transposed(b_tile, row, quad * 4, b_from[q]);
    __syncthreads();

#pragma unroll
    for (int w = 0; w < kWords; ++w) {
      Fragment a, b;
      a.load(a_tile[w], ty);
      b.load(b_tile[w], tx);
#pragma unroll
      for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j)
          sum[i][j] = __dp4a(a.v[i], b.v[j], sum[i][j]);
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 8; ++i) {
    const int r = blockIdx.y * kRows + ty + i % 4 + i / 4 * 64;
    int *to = C + (size_t)r * N + blockIdx.x * kRows + tx;
    *reinterpret_cast<int4 *>(to) =
        make_int4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
    *reinterpret_cast<int4 *>(to + 64) =
        make_int4(sum[i][4], sum[i][5], sum[i][6], sum[i][7]);
  }
}

} // namespace

extern "C" void launch(const int *A, const int *B, int *C, int M, int N,
                       int W) {
  igemm_8x8<<<dim3(N / kRows, M / kRows), 256>>>(
      reinterpret_cast<const int4 *>(A), reinterpret_cast<const int4 *>(B), C,
      N, W / 4);
}
