// A persistent kernel: before the loop its memory holds one tile of the result,
// behind it another. Neither is seen in the loop, so the loop has two stages and
// what is around it goes on with the first.
//

#include <cuda/pipeline>

#define BK 16
#define WIDTH (BK + 4)
#define THREADS 64

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  extern __shared__ float smem[][WIDTH];

  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  // This pointer streams the part of the result that belongs to the warp.
  float *part = &smem[0][0] + warp * 128;

  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  const auto shape4 = cuda::aligned_size_t<alignof(float4)>(sizeof(float4));

  // Each block takes the next tile until there is none.
  for (unsigned block = blockIdx.x;; block += gridDim.x) {
    const unsigned row0 = block / (N / 16) * 16, col0 = block % (N / 16) * 16;
    if (row0 >= M)
      break;

#pragma unroll
    for (int i = 0; i < 4; ++i)
      part[i * 32 + lane] = 0.5f * (row0 + lane) - i;
    __syncthreads();

    float acc[4];
#pragma unroll
    for (int e = 0; e < 4; ++e)
      acc[e] = smem[0][threadIdx.x * 4 + (e ^ 1)];
    __syncthreads();

    // The first warp copies rows of A, the second columns of B.
    const float *from = warp == 0 ? &A[(row0 + lane / 4) * K] : &B[col0];

    // From one stage of the tiles to the next.
    constexpr int stage_bytes = 32 * WIDTH * sizeof(float);
    auto *const smem_stages = smem;
    auto in_stage = [&](auto *tile, int stage) {
      return (decltype(tile))((char *)tile + stage * stage_bytes);
    };

    // Starts the copy of one tile into a stage.
    auto load_tile = [&](int stage, int k) {
      auto *smem = in_stage(smem_stages, stage);
      size_t row = warp * 16 + lane / 4;
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        pipe.producer_acquire();
        cuda::memcpy_async(&smem[row][lane % 4 * 4],
                           warp == 0 ? &from[i * 8 * K + k + lane % 4 * 4]
                                     : &from[(k + lane / 4 + i * 8) * N +
                                             lane % 4 * 4],
                           shape4, pipe);
        pipe.producer_commit();
        row += 8;
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

      auto *smem = in_stage(smem_stages, stage);

#pragma unroll
      for (int e = 0; e < 4; ++e)
#pragma unroll
        for (int i = 0; i < BK; ++i)
          acc[e] += smem[threadIdx.x / 4][i] *
                    smem[16 + i][threadIdx.x % 4 * 4 + e];

      pipe.consumer_release();

      stage ^= 1; // This one is free from the next barrier on.
    }
    // All are done with the last tile, and see what others wrote.
    __syncthreads();

#pragma unroll
    for (int e = 0; e < 4; ++e)
      smem[0][threadIdx.x * 4 + e] = acc[e];
    __syncthreads();

#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const int at = warp * 128 + i * 32 + lane;
      C[(row0 + at / 16) * N + col0 + at % 16] = part[i * 32 + lane];
    }
    __syncthreads();
  }
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  gemm<<<1, THREADS, 2 * 32 * WIDTH * sizeof(float)>>>(A, B, C, M, N, K);
}
