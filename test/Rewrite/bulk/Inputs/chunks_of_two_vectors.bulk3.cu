// One thread copies whole chunks for the block, counted by a barrier that each stage has.
// Where a chunk is short, or the inputs are not aligned, threads store as before.
//

#include <cuda/barrier>

constexpr int TILE = 64;

static __global__ void dot(const float *__restrict__ a, const float *__restrict__ b,
                    float *__restrict__ out, int n) {
  constexpr int STAGES = 3;
  __shared__ alignas(16) float as_stages[STAGES][TILE], bs_stages[STAGES][TILE];
  float sum = 0;

  // One copy starts at multiples of 16 bytes.
  const bool bulk_copies = reinterpret_cast<size_t>(a) % 16 == 0 &&
                           reinterpret_cast<size_t>(b) % 16 == 0;

  #pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::barrier<cuda::thread_scope_block> full[STAGES];
  if (threadIdx.x == 0)
    for (int s = 0; s < STAGES; ++s)
      init(&full[s], 1);
  __syncthreads();

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &as = as_stages[stage];
    auto &bs = bs_stages[stage];
    if (bulk_copies && k + (TILE - 1) < n) {
      if (threadIdx.x == 0) {
        cuda::device::experimental::fence_proxy_async_shared_cta();
        cuda::device::memcpy_async_tx(
            &as[0], &a[k], cuda::aligned_size_t<16>(sizeof(as)), full[stage]);
        cuda::device::memcpy_async_tx(
            &bs[0], &b[k], cuda::aligned_size_t<16>(sizeof(bs)), full[stage]);
        cuda::device::barrier_expect_tx(full[stage], sizeof(as) + sizeof(bs));
      }
    } else {
      // Plain loads, not overlapped.
      for (int i = threadIdx.x; i < TILE; i += blockDim.x) {
        as[i] = k + i < n ? a[k + i] : 0.0f;
        bs[i] = k + i < n ? b[k + i] : 0.0f;
      }
    }
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * TILE < n)
      load_tile(stage, stage * TILE);
    if (threadIdx.x == 0)
      (void)full[stage].arrive();
  }
  int stage = 0, load_stage = STAGES - 1, phase = 0;
  int k_load = (STAGES - 1) * TILE; // Kept ahead of k: fewer registers.

  for (int k = 0; k < n; k += TILE) {
    full[stage].wait_parity(phase);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < n) {
      load_tile(load_stage, k_load);
      k_load += TILE;
    }
    if (threadIdx.x == 0)
      (void)full[load_stage].arrive();

    auto &as = as_stages[stage];
    auto &bs = bs_stages[stage];

    for (int i = threadIdx.x; i < TILE; i += blockDim.x)
      sum += as[i] * bs[TILE - 1 - i];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
    if (stage == 0)
      phase ^= 1;
  }
  out[threadIdx.x] = sum;
}

inline void run(const float *a, const float *b, float *out, int n) {
  dot<<<1, 32>>>(a, b, out, n);
}
