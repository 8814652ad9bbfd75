// A hierarchy of tiles: block 128 x 128 x 16, warp 64 x 64 in two by two parts,
// thread 8 x 4 of each half. 128 threads, A is transposed in the store.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

template <int BM_, int BN_, int BK_> struct BlockShape {
  enum { M = BM_, N = BN_, K = BK_ };
};

template <class Shape, int Threads>
__device__ __forceinline__ void
gmem_to_smem(const float *__restrict__ A, const float *__restrict__ B,
             float (&sA)[Shape::K][Shape::M], float (&sB)[Shape::K][Shape::N],
             int lda, int ldb) {
  constexpr int a_per_row = Shape::K / 4;
#pragma unroll
  for (int i = threadIdx.x; i < Shape::M * a_per_row; i += Threads) {
    const int r = i / a_per_row, c = i % a_per_row * 4;
    const float4 v = *reinterpret_cast<const float4 *>(A + r * lda + c);
    sA[c][r] = v.x;
    sA[c + 1][r] = v.y;
    sA[c + 2][r] = v.z;
    sA[c + 3][r] = v.w;
  }
  constexpr int b_per_row = Shape::N / 4;
#pragma unroll
  for (int i = threadIdx.x; i < Shape::K * b_per_row; i += Threads) {
    const int r = i / b_per_row, c = i % b_per_row * 4;
    *reinterpret_cast<float4 *>(&sB[r][c]) =
        *reinterpret_cast<const float4 *>(B + r * ldb + c);
  }
}

template <class Shape>
__global__ void __launch_bounds__(128)
    sgemm_warptiled(const float *__restrict__ A, const float *__restrict__ B,
                    float *__restrict__ C, int N, int K) {
  __shared__ alignas(16) float sA[Shape::K][Shape::M];
  __shared__ alignas(16) float sB[Shape::K][Shape::N];

  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  // A warp has 64 x 64: its lanes are 4 x 8, a lane 4 x 4 in four by two places.
  const int m_at = warp / 2 * 64 + lane / 8 * 4;
  const int n_at = warp % 2 * 64 + lane % 8 * 4;

  A += static_cast<size_t>(blockIdx.y) * Shape::M * K;
  B += blockIdx.x * Shape::N;
  C += static_cast<size_t>(blockIdx.y * Shape::M + m_at) * N +
       blockIdx.x * Shape::N + n_at;

  float acc[16][8] = {};

  for (int k = 0; k < K; k += Shape::K) {
    gmem_to_smem<Shape, 128>(A, B, sA, sB, K, N);
    __syncthreads();
    A += Shape::K;
    B += static_cast<size_t>(Shape::K) * N;

#pragma unroll
    for (int p = 0; p < Shape::K; ++p) {
      float a[16], b[8];
#pragma unroll
      for (int s = 0; s < 4; ++s)
        *reinterpret_cast<float4 *>(a + s * 4) =
            *reinterpret_cast<const float4 *>(&sA[p][m_at + s * 16]);
#pragma unroll
      for (int s = 0; s < 2; ++s)
        *reinterpret_cast<float4 *>(b + s * 4) =
            *reinterpret_cast<const float4 *>(&sB[p][n_at + s * 32]);
#pragma unroll
      for (int i = 0; i < 16; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j)
          acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 16; ++i)
#pragma unroll
    for (int s = 0; s < 2; ++s)
      *reinterpret_cast<float4 *>(
          C + static_cast<size_t>(i / 4 * 16 + i % 4) * N + s * 32) =
          make_float4(acc[i][s * 4], acc[i][s * 4 + 1], acc[i][s * 4 + 2],
                      acc[i][s * 4 + 3]);
}

extern "C" void launch(const float *A, const float *B, float *C, int M, int N,
                       int K) {
  using Shape = BlockShape<128, 128, 16>;
  sgemm_warptiled<Shape>
      <<<dim3(N / Shape::N, M / Shape::M), 128>>>(A, B, C, N, K);
}
