// C = A * dequantised(W): int8 weights with a scale a column become float in
// the load.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define BS 64
#define BK 16
#define TPB 256

#define LOAD_A(dst)                                                            \
  for (int _i = tid; _i < BS * BK; _i += TPB) {                                \
    int _r = _i / BK, _c = _i % BK;                                            \
    dst[_c][_r] =                                                              \
        (row0 + _r < M && k0 + _c < K) ? A[(row0 + _r) * K + k0 + _c] : 0.0f;  \
  }

#define LOAD_W(dst)                                                            \
  for (int _i = tid; _i < BS * BK; _i += TPB) {                                \
    int _r = _i / BS, _c = _i % BS;                                            \
    dst[_r][_c] = (k0 + _r < K && col0 + _c < N)                               \
                      ? (float)W[(k0 + _r) * N + col0 + _c] * scale[col0 + _c] \
                      : 0.0f;                                                  \
  }

#define FMA_ROW(i)                                                             \
  acc[i][0] += a[i] * b.x;                                                     \
  acc[i][1] += a[i] * b.y;                                                     \
  acc[i][2] += a[i] * b.z;                                                     \
  acc[i][3] += a[i] * b.w;

__global__ void w8_gemm(const float *A, const signed char *W,
                        const float *scale, float *C, int M, int N, int K) {
  __shared__ __align__(16) float As[BK][BS + 4];
  __shared__ __align__(16) float Ws[BK][BS];
  int tid = threadIdx.x;
  int row0 = blockIdx.y * BS, col0 = blockIdx.x * BS;
  int tr = tid / 16 * 4, tc = tid % 16 * 4;
  float acc[4][4] = {{0}};

  for (int k0 = 0; k0 < K; k0 += BK) {
    LOAD_A(As)
    LOAD_W(Ws)
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BK; k++) {
      float a[4] = {As[k][tr], As[k][tr + 1], As[k][tr + 2], As[k][tr + 3]};
      float4 b = *(float4 *)&Ws[k][tc];
      FMA_ROW(0)
      FMA_ROW(1)
      FMA_ROW(2)
      FMA_ROW(3)
    }
    __syncthreads();
  }

  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      if (row0 + tr + i < M && col0 + tc + j < N)
        C[(row0 + tr + i) * N + col0 + tc + j] = acc[i][j];
}

extern "C" void launch(const float *A, const signed char *W, const float *scale,
                       float *C, int M, int N, int K) {
  dim3 grid((N + BS - 1) / BS, (M + BS - 1) / BS);
  w8_gemm<<<grid, TPB>>>(A, W, scale, C, M, N, K);
}
