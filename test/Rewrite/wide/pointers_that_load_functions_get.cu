// Functions load from where a pointer leads that only a call says. The pointer
// is set for each copy.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --explain -o %t.cu 2>&1 \
// RUN:   | FileCheck %s
// RUN: %rewrite_and_run cpasync wide --widen=auto -DBLOCK_M=16 -DBLOCK_N=16 \
// RUN:   -DBLOCK_K=16 -DTHREADS=64,1 -DKERNELS=gemm,flat
// RUN: %golden cpasync

constexpr int BM = 16, BN = 16, BK = 16, PER_BLOCK = 64;

template <int ROWS, int COLS>
__device__ void load(float (&tile)[ROWS][COLS], const float *src, int ld,
                     int rows, int cols) {
  for (int i = threadIdx.x; i < ROWS * COLS; i += PER_BLOCK) {
    const int r = i / COLS, c = i % COLS;
    tile[r][c] = r < rows && c < cols ? src[r * ld + c] : 0.0f;
  }
}

// CHECK: 'gemm' pipelined: cpasync in wide copies
__global__ void __launch_bounds__(PER_BLOCK)
    gemm(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[BM][BK], Bs[BK][BN];
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  float sums[BM * BN / PER_BLOCK] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    load<BM, BK>(As, A + row0 * K + k0, K, M - row0, K - k0);
    load<BK, BN>(Bs, B + k0 * N + col0, N, K - k0, N - col0);
    __syncthreads();
    for (int i = 0; i < BM * BN / PER_BLOCK; ++i)
      for (int k = 0; k < BK; ++k)
        sums[i] +=
            As[(i * PER_BLOCK + threadIdx.x) / BN][k] * Bs[k][threadIdx.x % BN];
    __syncthreads();
  }
  for (int i = 0; i < BM * BN / PER_BLOCK; ++i) {
    const int row = row0 + (i * PER_BLOCK + threadIdx.x) / BN;
    const int col = col0 + threadIdx.x % BN;
    if (row < M && col < N)
      C[row * N + col] = sums[i];
  }
}

__device__ void load_flat(float *tile, const float *src, int ld, int rows,
                          int cols) {
  for (int i = threadIdx.x; i < BM * BK; i += PER_BLOCK)
    tile[i] = i / BK < rows && i % BK < cols ? src[i / BK * ld + i % BK] : 0.0f;
}

// CHECK: 'flat' pipelined: cpasync in wide copies
__global__ void __launch_bounds__(PER_BLOCK)
    flat(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[BM][BK];
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  float sum = 0.0f;
  for (int k0 = 0; k0 < K; k0 += BK) {
    load_flat(&As[0][0], A + row0 * K + k0, K, M - row0, K - k0);
    __syncthreads();
    for (int k = 0; k < BK; ++k)
      sum += As[threadIdx.x / BN][k] * (k0 + k + 1);
    __syncthreads();
  }
  for (int r = threadIdx.x / BN; r < BM; r += PER_BLOCK / BN)
    if (row0 + r < M && col0 + threadIdx.x % BN < N)
      C[(row0 + r) * N + col0 + threadIdx.x % BN] = sum;
}
