// The same tile as a flat array, in a template, filled by float4 and read
// through a reference, a pointer into a group, and a function that gets one.
//
//
// Another instantiation has plain columns.

#include <cuda_pipeline.h>

__device__ float dot4(const float *b, float a, float sum) {
  for (int j = 0; j < 4; ++j)
    sum = fmaf(a, b[j], sum);
  return sum;
}

template <typename T, int BM, int BN, int BK, int TN>
__global__ void products(const T *__restrict__ A, const T *__restrict__ B,
                         T *__restrict__ C, int M, int N, int K) {
  constexpr int STAGES = 4;
  // Columns of Bs are skewed: no bank conflicts.
  constexpr int gap = sizeof(T) == 4 && BN == 64 && BK == 8 && TN == 8 ? 4 : 0;
  constexpr auto skewed = [](int column) { return column + column / 32 * gap; };
  __shared__ alignas(16) T Bs_stages[STAGES][skewed(BK * BN)];

  const unsigned tx = threadIdx.x % (BN / TN), ty = threadIdx.x / (BN / TN);
  const int row = threadIdx.x / (BN / 4), column = threadIdx.x % (BN / 4);
  const T *a = A + (blockIdx.y * BM + ty) * K;
  T acc[TN] = {}, all = 0;

  static_assert(sizeof(Bs_stages[0]) % 16 == 0, "each stage must be aligned");

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k0) {
    auto &Bs = Bs_stages[stage];
    __pipeline_memcpy_async(
        reinterpret_cast<float4 *>(&Bs[skewed(row * BN + column * 4)]),
        reinterpret_cast<const float4 *>(&B[(k0 + row) * N + column * 4]),
        sizeof(float4));
  };

  // Prologue: fill all stages but the last. The load stays three tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * BK < K)
      load_tile(stage, stage * BK);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k0_load = (STAGES - 1) * BK; // Kept ahead of k0: fewer registers.

  for (int k0 = 0; k0 < K; k0 += BK) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile three trips ahead while this one is computed.
    if (k0_load < K) {
      load_tile(load_stage, k0_load);
      k0_load += BK;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &Bs = Bs_stages[stage];

    for (int k = 0; k < BK; ++k) {
      const T *b = &Bs[skewed(k * BN + tx * TN)];
      for (int j = 0; j < TN; ++j)
        acc[j] = fmaf(a[k0 + k], b[j], acc[j]);
      auto &first = Bs[skewed(k * BN + tx * TN) + 1];
      all += first + b[0];
      all = dot4(&Bs[skewed(k * BN + tx * TN) + 4], a[k0 + k], all);
    }

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }

  for (int j = 0; j < TN; ++j)
    C[(blockIdx.y * BM + ty) * N + tx * TN + j] = acc[j] + all;
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  products<float, 16, 64, 8, 8><<<dim3(1, M / 16), 128>>>(A, B, C, M, N, K);
}
