// mbarrier and tensor copies by assembly; the parity is the last bit of the trip.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text --match-full-lines --strict-whitespace %s
// RUN: %run_on_cpu %S/Inputs/boxes.driver.cu %s %t.cu
// RUN: cuda-pipeline-rewrite --explain -o - %t.cu -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck --check-prefix=AGAIN %s
//
// CHECK: K-loop in 'boxes' pipelined: ring of 4 stages over TMA, shared memory 4104 -> 16416 bytes
// AGAIN: left alone: the loop is pipelined already: a ring of 4 stages

#include <cuda.h>
#include <cuda_runtime.h>
#include <cstdint>

__device__ inline unsigned at(const void *p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ inline void start(uint64_t *b, int n) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(b)), "r"(n));
}
__device__ inline void show() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ inline void expect(uint64_t *b, int n) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(b)), "r"(n) : "memory");
}
__device__ inline bool asks(uint64_t *b, int parity) {
  unsigned done;
  asm volatile("{\n .reg .pred p;\n"
               " mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
               " selp.u32 %0, 1, 0, p;\n}"
               : "=r"(done) : "r"(at(b)), "r"(parity) : "memory");
  return done;
}
__device__ inline void stay(uint64_t *b, int parity) {
  while (!asks(b, parity)) {
  }
}
__device__ inline void box(void *to, const CUtensorMap *m, int x, int y, uint64_t *b) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
               ::"r"(at(to)), "l"(m), "r"(x), "r"(y), "r"(at(b)) : "memory");
}

// TEXT:__global__ void boxes(const __grid_constant__ CUtensorMap m, float *out, int K) {
// TEXT-NEXT:  constexpr int STAGES = 4;
// TEXT-NEXT:  __shared__ alignas(1024) float tile_stages[STAGES][32][32];
// TEXT-NEXT:  __shared__ uint64_t full_stages[STAGES];
// TEXT-NEXT:  const int tid = threadIdx.x;
// TEXT-NEXT:  if (tid == 0) {
// TEXT-NEXT:    for (int s = 0; s < STAGES; ++s)
// TEXT-NEXT:      start(&full_stages[s], 1);
// TEXT-NEXT:    show();
// TEXT-NEXT:  }
// TEXT-NEXT:  __syncthreads();
// TEXT-NEXT:  float sum = 0;
// TEXT-NEXT:  // A ring of STAGES stages: the next tiles are on their way while one is
// TEXT-NEXT:  // computed with.
// TEXT-NEXT:  auto load = [&](int k, int s) {
// TEXT-NEXT:    auto &tile = tile_stages[s];
// TEXT-NEXT:    auto &full = full_stages[s];
// TEXT-NEXT:    // One thread for all.
// TEXT-NEXT:    if (tid == 0) {
// TEXT-NEXT:      expect(&full, sizeof(tile));
// TEXT-NEXT:      box(tile, &m, k, 0, &full);
// TEXT-NEXT:    }
// TEXT-NEXT:  };
// TEXT-NEXT:  for (int s = 0; s < STAGES && s * 32 < K; ++s)
// TEXT-NEXT:    load(s * 32, s);
// TEXT-NEXT:  int stage = 0, phase = 0;
// TEXT-NEXT:  for (int k = 0; k < K; k += 32) {
// TEXT-NEXT:    auto &tile = tile_stages[stage];
// TEXT-NEXT:    auto &full = full_stages[stage];
// TEXT-NEXT:    stay(&full, phase);
// TEXT-NEXT:    for (int i = 0; i < 32; ++i)
// TEXT-NEXT:      sum = sum * 0.5f + tile[i][tid % 32];
// TEXT-NEXT:    __syncthreads();
// TEXT-NEXT:    // All have read the tile, so its stage is free.
// TEXT-NEXT:    if (K - k > STAGES * 32)
// TEXT-NEXT:      load(k + STAGES * 32, stage);
// TEXT-NEXT:    if (++stage == STAGES) {
// TEXT-NEXT:      stage = 0;
// TEXT-NEXT:      phase ^= 1;
// TEXT-NEXT:    }
// TEXT-NEXT:  }
__global__ void boxes(const __grid_constant__ CUtensorMap m, float *out, int K) {
  __shared__ alignas(128) float tile[32][32];
  __shared__ uint64_t full;
  const int tid = threadIdx.x;
  if (tid == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < K; k += 32) {
    // One thread for all.
    if (tid == 0) {
      expect(&full, sizeof(tile));
      box(tile, &m, k, 0, &full);
    }
    stay(&full, (k / 32) & 1);
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i][tid % 32];
    __syncthreads();
  }
  out[tid] = sum;
}
