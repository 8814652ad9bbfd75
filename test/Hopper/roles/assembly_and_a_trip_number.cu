// mbarrier and bulk copies by assembly: the whole text.
//
// RUN: cuda-pipeline-rewrite --variant=roles --stages=3 --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text --match-full-lines --strict-whitespace %s
// RUN: %run_on_cpu %S/Inputs/rows.driver.cu %s %t.cu
// RUN: cuda-pipeline-rewrite --variant=roles --explain -o - %t.cu -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck --check-prefix=AGAIN %s
//
// CHECK: K-loop in 'rows' pipelined: ring of 3 stages over bulk copies with a warp that copies, shared memory 1032 -> 3120 bytes
// AGAIN: left alone: the loop is pipelined already

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
__device__ inline void come(uint64_t *b) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(b)) : "memory");
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
__device__ inline void row(void *to, const void *from, int n, uint64_t *b) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               ::"r"(at(to)), "l"(from), "r"(n), "r"(at(b)) : "memory");
}

// TEXT:static __global__ void __launch_bounds__(64 + 32) rows(const float *x, float *out, int tiles) {
// TEXT-NEXT:  constexpr int STAGES = 3;
// TEXT-NEXT:  constexpr unsigned CONSUMERS = 64;
// TEXT-NEXT:  __shared__ alignas(128) float tile_stages[STAGES][256];
// TEXT-NEXT:  __shared__ uint64_t full_stages[STAGES], empty[STAGES];
// TEXT-NEXT:  const int tid = threadIdx.x;
// TEXT-NEXT:  if (tid == 0) {
// TEXT-NEXT:    for (int s = 0; s < STAGES; ++s) {
// TEXT-NEXT:      start(&full_stages[s], 1);
// TEXT-NEXT:      start(&empty[s], CONSUMERS / 32);
// TEXT-NEXT:    }
// TEXT-NEXT:    show();
// TEXT-NEXT:  }
// TEXT-NEXT:  __syncthreads();
// TEXT-NEXT:  // The producer, a warp behind the CONSUMERS, copies as soon as a stage is free.
// TEXT-NEXT:  if (threadIdx.x >= CONSUMERS) {
// TEXT-NEXT:    if (threadIdx.x == CONSUMERS) {
// TEXT-NEXT:      int stage = 0, phase = 1; // a stage is free at first
// TEXT-NEXT:      for (int k = 0; k < tiles; ++k) {
// TEXT-NEXT:        auto &tile = tile_stages[stage];
// TEXT-NEXT:        auto &full = full_stages[stage];
// TEXT-NEXT:        stay(&empty[stage], phase);
// TEXT-NEXT:        // One thread for all.
// TEXT-NEXT:        expect(&full, sizeof(tile));
// TEXT-NEXT:        row(tile, x + (k + blockIdx.x) * 256, sizeof(tile), &full);
// TEXT-NEXT:        if (++stage == STAGES) {
// TEXT-NEXT:          stage = 0;
// TEXT-NEXT:          phase ^= 1;
// TEXT-NEXT:        }
// TEXT-NEXT:      }
// TEXT-NEXT:    }
// TEXT-NEXT:    return;
// TEXT-NEXT:  }
// TEXT-NEXT:  float sum = 0;
// TEXT-NEXT:  int stage = 0, phase = 0;
// TEXT-NEXT:  for (int k = 0; k < tiles; ++k) {
// TEXT-NEXT:    auto &tile = tile_stages[stage];
// TEXT-NEXT:    auto &full = full_stages[stage];
// TEXT-NEXT:    stay(&full, phase);
// TEXT-NEXT:    for (int i = tid; i < 256; i += 64)
// TEXT-NEXT:      sum = sum * 0.5f + tile[i] * tile[i ^ 129];
// TEXT-NEXT:    // The warp has read the stage.
// TEXT-NEXT:    __syncwarp();
// TEXT-NEXT:    if (threadIdx.x % 32 == 0)
// TEXT-NEXT:      come(&empty[stage]);
// TEXT-NEXT:    if (++stage == STAGES) {
// TEXT-NEXT:      stage = 0;
// TEXT-NEXT:      phase ^= 1;
// TEXT-NEXT:    }
// TEXT-NEXT:  }
// TEXT-NEXT:  out[blockIdx.x * 64 + tid] = sum;
// TEXT-NEXT:}
// TEXT-NEXT:void run(const float *x, float *out, int tiles) { rows<<<3, 64 + 32>>>(x, out, tiles); }
static __global__ void __launch_bounds__(64) rows(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int tid = threadIdx.x;
  if (tid == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    // One thread for all.
    if (tid == 0) {
      expect(&full, sizeof(tile));
      row(tile, x + (k + blockIdx.x) * 256, sizeof(tile), &full);
    }
    stay(&full, k & 1);
    for (int i = tid; i < 256; i += 64)
      sum = sum * 0.5f + tile[i] * tile[i ^ 129];
    __syncthreads();
  }
  out[blockIdx.x * 64 + tid] = sum;
}
void run(const float *x, float *out, int tiles) { rows<<<3, 64>>>(x, out, tiles); }
