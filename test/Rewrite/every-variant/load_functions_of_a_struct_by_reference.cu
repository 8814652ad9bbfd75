// Functions that load tiles get sizes and pointers in a struct, by reference to const,
// which the kernel has as a variable; so its counter, too.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single launched_gemm -DRAGGED \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=8

struct Operands {
  const float *A, *B;
  int M, N, K;
  int pitch[2];
};

namespace detail {

template <int ROWS, int COLUMNS>
__device__ __forceinline__ void load_a(float (&tile)[ROWS][COLUMNS + 1],
                                       const Operands &of, int row0, const int &k) {
  for (int i = threadIdx.x; i < ROWS * COLUMNS; i += 64) {
    const int r = i / COLUMNS, c = i % COLUMNS;
    tile[r][c] = (row0 + r < of.M && k + c < of.K)
                     ? of.A[(row0 + r) * of.pitch[0] + k + c]
                     : 0.f;
  }
}

template <int ROWS, int COLUMNS>
__device__ __forceinline__ void load_b(float (&tile)[ROWS][COLUMNS],
                                       const Operands &of, const int &k, int col0) {
  for (int i = threadIdx.x; i < ROWS * COLUMNS; i += 64) {
    const int r = i / COLUMNS, c = i % COLUMNS;
    tile[r][c] = (k + r < of.K && col0 + c < of.N)
                     ? of.B[(k + r) * of.pitch[1] + col0 + c]
                     : 0.f;
  }
}

} // namespace detail

template <int BM, int BN, int BK>
__global__ void __launch_bounds__(64) gemm(Operands of, float *__restrict__ C) {
  __shared__ float As[BM][BK + 1];
  __shared__ float Bs[BK][BN];
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  float sum[BM / 4] = {};
  for (int k = 0; k < of.K; k += BK) {
    detail::load_a<BM, BK>(As, of, row0, k);
    detail::load_b<BK, BN>(Bs, of, k, col0);
    __syncthreads();
    for (int x = 0; x < BK; ++x)
      for (int i = 0; i < BM / 4; ++i)
        sum[i] += As[ty + 4 * i][x] * Bs[x][tx];
    __syncthreads();
  }
  for (int i = 0; i < BM / 4; ++i)
    if (row0 + ty + 4 * i < of.M && col0 + tx < of.N)
      C[(row0 + ty + 4 * i) * of.N + col0 + tx] = sum[i];
}

extern "C" void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  const Operands of = {A, B, M, N, K, {K, N}};
  gemm<16, 16, 8><<<dim3((N + 15) / 16, (M + 15) / 16), 64>>>(of, C);
}
