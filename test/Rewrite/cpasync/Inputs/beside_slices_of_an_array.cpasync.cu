// The strides are no constants: only B can travel asynchronously, and the array
// that carries A, a slice for each trip, needs no registers of ours.
//

#include <cuda_pipeline.h>

#define FETCH_FLOAT4(x) (reinterpret_cast<float4 *>(&(x))[0])

template <const int BM, const int BK>
__global__ void mixed(float *A, float *B, float *out, int n) {
  __shared__ float As_stages[2][BK * BM];
  __shared__ alignas(16) float Bs_stages[2][BM * BK];
  const int ldg_num = BK * BM / 64 / 4;
  int row = threadIdx.x / (BK / 4);
  int col = threadIdx.x % (BK / 4) * 4;
  int stride = BM / ldg_num;
  float ldg_a_reg[4 * ldg_num] = {0.};
  float sum = 0.0f;

  static_assert(sizeof(Bs_stages[0]) % 16 == 0, "each stage must be aligned");

  // Starts the copy of one tile into a stage, and moves A and B on.
  auto load_tile = [&](int stage) {
    auto &Bs = Bs_stages[stage];
#pragma unroll
    for (int i = 0; i < BM; i += stride) {
      int ldg_index = i / stride * 4;
      FETCH_FLOAT4(ldg_a_reg[ldg_index]) = FETCH_FLOAT4(A[(row + i) * n + col]);
    }
#pragma unroll
    for (int i = 0; i < BM; i += stride) {
      __pipeline_memcpy_async(&FETCH_FLOAT4(Bs[(row + i) * BK + col]),
                              &FETCH_FLOAT4(B[(row + i) * n + col]),
                              sizeof(float4));
    }
    A += BK;
    B += BK;
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &As = As_stages[stage];
#pragma unroll
    for (int i = 0; i < BM; i += stride) {
      int ldg_index = i / stride * 4;
      As[col * BM + i + row] = ldg_a_reg[ldg_index];
      As[(col + 1) * BM + i + row] = ldg_a_reg[ldg_index + 1];
      As[(col + 2) * BM + i + row] = ldg_a_reg[ldg_index + 2];
      As[(col + 3) * BM + i + row] = ldg_a_reg[ldg_index + 3];
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0) {
    load_tile(stage);
    store_tile(stage);
  }
  __pipeline_commit();

  for (int k = 0; k < n; k += BK) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const bool has_next = k + BK < n;
    if (has_next)
      load_tile(stage ^ 1);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.
    __pipeline_commit();

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

#pragma unroll
    for (int i = 0; i < BK; ++i)
      sum = sum * 0.5f +
            As[i * BM + threadIdx.x % BM] * Bs[threadIdx.x % BM * BK + i];

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1; // This one is free from the next barrier on.
  }
  out[threadIdx.x] = sum;
}
