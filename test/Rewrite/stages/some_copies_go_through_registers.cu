// A is transposed on its way and goes through registers, B by cp.async: both two
// tiles ahead. The registers are stored at the end of the trip, and only then
// the load moves on.
//
// RUN: %rewrite_and_run cpasync3,cpasync4 gemm -DBLOCK_M=32 -DBLOCK_N=32 \
// RUN:   -DBLOCK_K=8 -DTHREADS=64 -DTILES=0,1,2,3,4,5,6
// RUN: %golden cpasync3

#define BM 32
#define BN 32
#define BK 8

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[BK][BM];
  __shared__ alignas(16) float Bs[BK][BN];

  const int tid = threadIdx.x;
  const int a_row = tid / 2, a_col = tid % 2 * 4;
  const int b_row = tid / 8, b_col = tid % 8 * 4;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;

  float acc[4][4] = {};
  for (int k = 0; k < K; k += BK) {
    // four elements of a row of A become a column
    const float4 a = *(const float4 *)&A[(row0 + a_row) * K + k + a_col];
    As[a_col + 0][a_row] = a.x;
    As[a_col + 1][a_row] = a.y;
    As[a_col + 2][a_row] = a.z;
    As[a_col + 3][a_row] = a.w;
    *(float4 *)&Bs[b_row][b_col] =
        *(const float4 *)&B[(k + b_row) * N + col0 + b_col];
    __syncthreads();

    for (int i = 0; i < BK; ++i)
      for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 4; ++x)
          acc[y][x] += As[i][tid / 8 * 4 + y] * Bs[i][tid % 8 * 4 + x];
    __syncthreads();
  }

  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x)
      C[(row0 + tid / 8 * 4 + y) * N + col0 + tid % 8 * 4 + x] = acc[y][x];
}
