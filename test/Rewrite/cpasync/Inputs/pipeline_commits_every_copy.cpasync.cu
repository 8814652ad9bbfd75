// A commit for each copy, in the loop that makes them, and one wait for all.
//

#include <cuda/pipeline>

#define BM 32
#define BN 32
#define BK 16
#define THREADS 64

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ alignas(16) float As_stages[2][BM][BK];
  __shared__ alignas(16) float Bs_stages[2][BK][BN];

  const int tid = threadIdx.x;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  const auto shape4 = cuda::aligned_size_t<16>{16};
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();

  float acc[BM * BN / THREADS] = {0.0f};

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    const float *from = A + (row0 + tid / 4) * K + k + tid % 4 * 4;
    int row = tid / 4;

#pragma unroll
    for (int i = 0; i < BM * BK / 4 / THREADS; i++) {
      // Copy 16 bytes at once in each lane.
      pipe.producer_acquire();
      cuda::memcpy_async(&As[row][tid % 4 * 4], from, shape4, pipe);
      pipe.producer_commit();
      // Advance the global memory pointer and the row.
      from = from + THREADS / 4 * K;
      row += THREADS / 4;
    }
    for (int i = tid; i < BK * BN / 4; i += THREADS) {
      pipe.producer_acquire();
      cuda::memcpy_async(&Bs[i / 8][i % 8 * 4],
                         &B[(k + i / 8) * N + col0 + i % 8 * 4], shape4, pipe);
      pipe.producer_commit();
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);

  for (int k = 0; k < K; k += BK) {
    cuda::pipeline_consumer_wait_prior<0>(pipe);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + BK < K)
      load_tile(stage ^ 1, k + BK);

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int e = 0; e < BM * BN / THREADS; ++e) {
      const int r = (tid + e * THREADS) / BN, c = (tid + e * THREADS) % BN;
      for (int i = 0; i < BK; ++i)
        acc[e] += As[r][i] * Bs[i][c];
    }

    pipe.consumer_release();

    stage ^= 1; // This one is free from the next barrier on.
  }

  for (int e = 0; e < BM * BN / THREADS; ++e) {
    const int r = (tid + e * THREADS) / BN, c = (tid + e * THREADS) % BN;
    C[(row0 + r) * N + col0 + c] = acc[e];
  }
}
