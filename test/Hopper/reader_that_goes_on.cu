// wgmma reads the tile when the threads have gone on; mma has read it.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

__device__ unsigned long long describe(const void *p) {
  return (__cvta_generic_to_shared(p) & 0x3FFFF) >> 4;
}

// CHECK: K-loop in 'by_wgmma' left alone: {{.*}}'wgmma.mma_async' reads the tile when the threads have gone on [async-reader]
__global__ void by_wgmma(const uint4 *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ alignas(128) uint4 tile[128];
  const int t = threadIdx.x;
  float d[4] = {};
  for (int k = 0; k < K; ++k) {
    tile[t] = A[k * 128 + t];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0,%1,%2,%3}, %4, %5, 1, 1, 1, 0, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(describe(tile)), "l"(describe(tile)));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    __syncthreads();
  }
  C[t] = d[0] + d[1] + d[2] + d[3];
}

// CHECK: K-loop in 'by_mma' pipelined: cpasync
__global__ void by_mma(const uint4 *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ alignas(128) uint4 tile[128];
  const int t = threadIdx.x;
  float d[4] = {};
  for (int k = 0; k < K; ++k) {
    tile[t] = A[k * 128 + t];
    __syncthreads();
    const uint4 a = tile[t ^ 1];
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%4,%5}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w));
    __syncthreads();
  }
  C[t] = d[0] + d[1] + d[2] + d[3];
}
