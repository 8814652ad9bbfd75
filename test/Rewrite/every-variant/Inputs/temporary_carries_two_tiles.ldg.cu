// One temporary carries a vector of A and then a vector of B: each value needs
// a register of its own from load to store. (Found on the GPU: with one register
// both tiles got the values of B.)
//

template <const int BM, const int BN, const int BK, const int TM, const int TN>
__global__ void __launch_bounds__((BM * BN) / (TM * TN), 1)
    gemm(float *A, float *B, float *__restrict__ C, int M, int N, int K) {
  const uint cRow = blockIdx.y;
  const uint cCol = blockIdx.x;

  // where this thread computes in the block's tile of C
  const int threadCol = threadIdx.x % (BN / TN);
  const int threadRow = threadIdx.x / (BN / TN);

  __shared__ float As_stages[2][BM * BK];
  __shared__ float Bs_stages[2][BK * BN];

  A += cRow * BM * K;
  B += cCol * BN;
  C += cRow * BM * N + cCol * BN;

  // 16 bytes a thread: four elements
  const uint innerRowA = threadIdx.x / (BK / 4);
  const uint innerColA = threadIdx.x % (BK / 4);
  const uint innerRowB = threadIdx.x / (BN / 4);
  const uint innerColB = threadIdx.x % (BN / 4);

  float threadResults[TM * TN] = {0.0};
  float regM[TM] = {0.0};
  float regN[TN] = {0.0};

  // The next tile, in registers.
  float4 next_tmp, next_tmp2;

  // Loads one tile into registers, and moves A and B on.
  auto fetch_tile = [&] {
    next_tmp = reinterpret_cast<float4 *>(&A[innerRowA * K + innerColA * 4])[0];

    // and the same variable carries B
    next_tmp2 = reinterpret_cast<float4 *>(&B[innerRowB * N + innerColB * 4])[0];

    // advance to the next tile
    A += BK;     // BK columns to the right
    B += BK * N; // BK rows down
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (K > 0u)
    fetch_tile();

  for (uint bkIdx = 0; bkIdx < K; bkIdx += BK) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    // A is transposed on its way to shared memory
    As[(innerColA * 4 + 0) * BM + innerRowA] = next_tmp.x;
    As[(innerColA * 4 + 1) * BM + innerRowA] = next_tmp.y;
    As[(innerColA * 4 + 2) * BM + innerRowA] = next_tmp.z;
    As[(innerColA * 4 + 3) * BM + innerRowA] = next_tmp.w;
    Bs[innerRowB * BN + innerColB * 4 + 0] = next_tmp2.x;
    Bs[innerRowB * BN + innerColB * 4 + 1] = next_tmp2.y;
    Bs[innerRowB * BN + innerColB * 4 + 2] = next_tmp2.z;
    Bs[innerRowB * BN + innerColB * 4 + 3] = next_tmp2.w;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (bkIdx + BK < K)
      fetch_tile();
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    // one outer product for each column of the tile
    for (uint dotIdx = 0; dotIdx < BK; ++dotIdx) {
      for (uint i = 0; i < TM; ++i) {
        regM[i] = As[dotIdx * BM + threadRow * TM + i];
      }
      for (uint i = 0; i < TN; ++i) {
        regN[i] = Bs[dotIdx * BN + threadCol * TN + i];
      }
      for (uint resIdxM = 0; resIdxM < TM; ++resIdxM) {
        for (uint resIdxN = 0; resIdxN < TN; ++resIdxN) {
          threadResults[resIdxM * TN + resIdxN] +=
              regM[resIdxM] * regN[resIdxN];
        }
      }
    }

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }

  for (uint resIdxM = 0; resIdxM < TM; resIdxM += 1)
    for (uint resIdxN = 0; resIdxN < TN; resIdxN += 4)
      reinterpret_cast<float4 *>(
          &C[(threadRow * TM + resIdxM) * N + threadCol * TN + resIdxN])[0] =
          make_float4(threadResults[resIdxM * TN + resIdxN],
                      threadResults[resIdxM * TN + resIdxN + 1],
                      threadResults[resIdxM * TN + resIdxN + 2],
                      threadResults[resIdxM * TN + resIdxN + 3]);
}

template __global__ void gemm<32, 32, 8, 4, 4>(float *, float *, float *, int,
                                               int, int);
