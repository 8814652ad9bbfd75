// The registers that loads pass through are those that compute reads the tile
// into. Compute sets all of them before it reads one.
//

#define BM 64
#define BN 64
#define BK 8
#define FLOAT4(x) (*reinterpret_cast<float4 *>(&(x)))
__global__ void __launch_bounds__(128)
    gemm(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int M, int N, int K) {
  __shared__ alignas(16) float As_stages[2][BK][BM];
  __shared__ alignas(16) float Bs_stages[2][BK][BN];
  const int tid = threadIdx.x;
  const int row = tid / 2, col = tid % 2 * 4;
  const int brow = tid / 16, bcol = tid % 16 * 4;
  float4 ra[1], rb[2];
  float acc[4][8] = {};
  const int tr = tid / 8 * 4, tc = tid % 8 * 8;

  // The next tile, in registers.
  float4 next_ra, next_rb;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_ra = *reinterpret_cast<const float4 *>(
        &A[(blockIdx.y * BM + row) * K + k + col]);
    next_rb = *reinterpret_cast<const float4 *>(
        &B[(k + brow) * N + blockIdx.x * BN + bcol]);
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (K > 0)
    fetch_tile(0);

  for (int k = 0; k < K; k += BK) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    ra[0] = next_ra;
    As[col][row] = ra[0].x;
    As[col + 1][row] = ra[0].y;
    As[col + 2][row] = ra[0].z;
    As[col + 3][row] = ra[0].w;
    rb[0] = next_rb;
    FLOAT4(Bs[brow][bcol]) = rb[0];
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + BK < K)
      fetch_tile(k + BK);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < BK; ++i) {
      ra[0] = FLOAT4(As[i][tr]);
      rb[0] = FLOAT4(Bs[i][tc]);
      rb[1] = FLOAT4(Bs[i][tc + 4]);
      const float b[8] = {rb[0].x, rb[0].y, rb[0].z, rb[0].w,
                          rb[1].x, rb[1].y, rb[1].z, rb[1].w};
      for (int j = 0; j < 8; ++j) {
        acc[0][j] += ra[0].x * b[j];
        acc[1][j] += ra[0].y * b[j];
        acc[2][j] += ra[0].z * b[j];
        acc[3][j] += ra[0].w * b[j];
      }
    }

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 8; ++j)
      C[(blockIdx.y * BM + tr + i) * N + blockIdx.x * BN + tc + j] = acc[i][j];
}
