// Copies of sixteen bytes, where run-time tests say that they may be made: the size
// says the alignment. One text for two instantiations.
//

#include <cuda/pipeline>

template <int BK>
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  constexpr int STAGES = 3;
  __shared__ float As_stages[STAGES][16][BK], Bs_stages[STAGES][BK][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum[4] = {};

  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k0) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    for (int r = ty; r < 16; r += 4)
      for (int c = tx; c < BK; c += 16) {
        const int row = blockIdx.y * 16 + r;
        if (row < M && k0 + c < K)
          cuda::memcpy_async(&As[r][c], &A[row * K + k0 + c], sizeof(float),
                             pipe);
        else
          As[r][c] = 0.0f;
      }
    for (int r = ty; r < BK; r += 4) {
      const int col = blockIdx.x * 16 + tx;
      if (k0 + r < K && col < N)
        cuda::memcpy_async(&Bs[r][tx], &B[(k0 + r) * N + col], sizeof(float),
                           pipe);
      else
        Bs[r][tx] = 0.0f;
    }
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    pipe.producer_acquire();
    if (stage * BK < K)
      load_tile(stage, stage * BK);
    pipe.producer_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k0_load = (STAGES - 1) * BK; // Kept ahead of k0: fewer registers.

  for (int k0 = 0; k0 < K; k0 += BK) {
    cuda::pipeline_consumer_wait_prior<STAGES - 2>(pipe);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    pipe.producer_acquire();
    if (k0_load < K) {
      load_tile(load_stage, k0_load);
      k0_load += BK;
    }
    pipe.producer_commit(); // Even when empty: the wait counts groups.

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < 4; ++i)
      for (int k = 0; k < BK; ++k)
        sum[i] += As[ty + 4 * i][k] * Bs[k][tx];

    pipe.consumer_release();
    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }

  for (int i = 0; i < 4; ++i) {
    const int row = blockIdx.y * 16 + ty + 4 * i, col = blockIdx.x * 16 + tx;
    if (row < M && col < N)
      C[row * N + col] = sum[i];
  }
}

template __global__ void gemm<16>(const float *, const float *, float *, int,
                                  int, int);
template __global__ void gemm<32>(const float *, const float *, float *, int,
                                  int, int);
