// float4 through casts, a transposed store through a temporary, a register
// tile, in the style of hand-tuned SGEMM kernels.
//

#include <cuda_pipeline.h>

template <const int BM, const int BN, const int BK, const int TM, const int TN>
__global__ void __launch_bounds__((BM * BN) / (TM * TN), 1)
    gemm(float *A, float *B, float *__restrict__ C, int M, int N, int K) {
  const uint cRow = blockIdx.y;
  const uint cCol = blockIdx.x;

  // where this thread computes in the block's tile of C
  const int threadCol = threadIdx.x % (BN / TN);
  const int threadRow = threadIdx.x / (BN / TN);

  __shared__ float As_stages[2][BM * BK];
  __shared__ alignas(16) float Bs_stages[2][BK * BN];

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

  static_assert(sizeof(Bs_stages[0]) % 16 == 0, "each stage must be aligned");

  // The next tile, in registers.
  float4 tmp;

  // Starts the copy of one tile into a stage, and moves A and B on.
  auto load_tile = [&](int stage) {
    auto &Bs = Bs_stages[stage];
    tmp = reinterpret_cast<float4 *>(&A[innerRowA * K + innerColA * 4])[0];

    __pipeline_memcpy_async(
        reinterpret_cast<float4 *>(&Bs[innerRowB * BN + innerColB * 4]),
        reinterpret_cast<float4 *>(&B[innerRowB * N + innerColB * 4]),
        sizeof(float4));

    // advance to the next tile
    A += BK;     // BK columns to the right
    B += BK * N; // BK rows down
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &As = As_stages[stage];
    // A is transposed on its way to shared memory
    As[(innerColA * 4 + 0) * BM + innerRowA] = tmp.x;
    As[(innerColA * 4 + 1) * BM + innerRowA] = tmp.y;
    As[(innerColA * 4 + 2) * BM + innerRowA] = tmp.z;
    As[(innerColA * 4 + 3) * BM + innerRowA] = tmp.w;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0u) {
    load_tile(stage);
    store_tile(stage);
  }
  __pipeline_commit();

  for (uint bkIdx = 0; bkIdx < K; bkIdx += BK) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const bool has_next = bkIdx + BK < K;
    if (has_next)
      load_tile(stage ^ 1);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.
    __pipeline_commit();

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

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

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1; // This one is free from the next barrier on.
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
