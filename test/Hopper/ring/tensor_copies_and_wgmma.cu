// TMA into carved memory, wgmma out of it: played with products that read as long as they may.
//
// RUN: cuda-pipeline-rewrite --variant=ring --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s
// RUN: %run_on_cpu %S/Inputs/gemm.driver.cu %s %t.cu
//
// CHECK: K-loop in 'gemm' pipelined: ring of 4 stages over TMA, shared memory 17408 -> 69632 bytes
// TEXT: constexpr int STAGE_BYTES = 17408;
// TEXT: auto load = [&](int k, int s) {
// TEXT-NEXT: auto *smem = smem_stages + s * STAGE_BYTES;
// TEXT: cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize

#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <cstdint>

using bf16 = __nv_bfloat16;
constexpr int BM = 64, BN = 64, BK = 64;

__device__ inline uint32_t shared_address(const void *p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ inline void barrier_init(uint64_t *bar, uint32_t count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(bar)), "r"(count) : "memory");
}
__device__ inline void fence_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ inline void barrier_expect(uint64_t *bar, uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(bar)), "r"(bytes) : "memory");
}
__device__ inline void barrier_wait(uint64_t *bar, uint32_t parity) {
  asm volatile("{\n.reg .pred done;\nAGAIN_%=:\n"
               "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
               "@!done bra AGAIN_%=;\n}" ::"r"(shared_address(bar)), "r"(parity) : "memory");
}
__device__ inline void load_box(void *to, const CUtensorMap *map, int x, int y, uint64_t *bar) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
               ::"r"(shared_address(to)), "l"(map), "r"(x), "r"(y), "r"(shared_address(bar)) : "memory");
}
__device__ inline void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ inline void wgmma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ inline void wgmma_wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
__device__ inline uint64_t descriptor(const bf16 *tile) {
  return static_cast<uint64_t>((shared_address(tile) & 0x3FFFF) >> 4) | (1ull << 16) | (64ull << 32) | (1ull << 62);
}
__device__ inline void wgmma(float (&d)[32], uint64_t a, uint64_t b) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %34, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
               "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, %32, %33, p, 1, 1, 0, 0;\n}"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]),
                 "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]),
                 "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]),
                 "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31])
               : "l"(a), "l"(b), "r"(1));
}
static __global__ void __launch_bounds__(128)
    gemm(float *C, int N, int K, const __grid_constant__ CUtensorMap mapA, const __grid_constant__ CUtensorMap mapB) {
  extern __shared__ __align__(1024) uint8_t smem[];
  bf16 *sA = reinterpret_cast<bf16 *>(smem);
  bf16 *sB = sA + BM * BK;
  uint64_t *full = reinterpret_cast<uint64_t *>(sB + BN * BK);
  const int tid = threadIdx.x, m0 = blockIdx.y * BM, n0 = blockIdx.x * BN;
  if (tid == 0) {
    barrier_init(full, 1);
    fence_async();
  }
  __syncthreads();
  float d[32] = {};
  for (int k = 0; k < K; k += BK) {
    if (tid == 0) {
      barrier_expect(full, (BM + BN) * BK * sizeof(bf16));
      load_box(sA, &mapA, k, m0, full);
      load_box(sB, &mapB, k, n0, full);
    }
    barrier_wait(full, (k / BK) & 1);
    wgmma_fence();
    for (int i = 0; i < BK / 16; ++i)
      wgmma(d, descriptor(sA + i * 16), descriptor(sB + i * 16));
    wgmma_commit();
    wgmma_wait<0>();
    __syncthreads();
  }
  const int row = m0 + tid / 32 * 16 + tid % 32 / 4, col = n0 + tid % 4 * 2;
  for (int j = 0; j < 8; ++j)
    for (int i = 0; i < 4; ++i)
      C[(row + i / 2 * 8) * N + col + j * 8 + i % 2] = d[j * 4 + i];
}

void run(float *C, int M, int N, int K, const CUtensorMap &a, const CUtensorMap &b) {
  const size_t bytes = (BM + BN) * BK * sizeof(bf16) + 1024;
  gemm<<<dim3(N / BN, M / BM), 128, bytes>>>(C, N, K, a, b);
}
