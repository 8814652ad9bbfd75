// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bf16 GEMM, C[M,N] = A[M,K] * B[N,K]^T, fp32 accumulation: tiles of 128x128x64.
#pragma once
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <cstdint>

using bf16 = __nv_bfloat16;
constexpr int BM = 128, BN = 128, BK = 64;

__device__ __forceinline__ uint32_t shared_address(const void *p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}
__device__ __forceinline__ void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void wgmma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ __forceinline__ void wgmma_wait() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory");
}
// Rows of 128 bytes, swizzled over 1024.
__device__ __forceinline__ uint64_t descriptor(uint32_t address) {
  return static_cast<uint64_t>((address & 0x3FFFF) >> 4) | (1ull << 16) | (64ull << 32) | (1ull << 62);
}
__device__ __forceinline__ void wgmma_64x128x16(float (&d)[64], uint64_t a, uint64_t b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, %64, %65, 1, 1, 1, 0, 0;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31]), "+f"(d[32]), "+f"(d[33]), "+f"(d[34]), "+f"(d[35]), "+f"(d[36]), "+f"(d[37]), "+f"(d[38]), "+f"(d[39]), "+f"(d[40]), "+f"(d[41]), "+f"(d[42]), "+f"(d[43]), "+f"(d[44]), "+f"(d[45]), "+f"(d[46]), "+f"(d[47]), "+f"(d[48]), "+f"(d[49]), "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]), "+f"(d[54]), "+f"(d[55]), "+f"(d[56]), "+f"(d[57]), "+f"(d[58]), "+f"(d[59]), "+f"(d[60]), "+f"(d[61]), "+f"(d[62]), "+f"(d[63])
               : "l"(a), "l"(b));
}

// The slabs of 64 rows that a warpgroup has.
template <int WG> struct Slabs {
  static constexpr int Count = BM / 64 / WG;
  float d[Count][64];
};

template <int WG> __device__ __forceinline__ void clear(Slabs<WG> &acc) {
#pragma unroll
  for (int i = 0; i < Slabs<WG>::Count; ++i)
#pragma unroll
    for (int j = 0; j < 64; ++j)
      acc.d[i][j] = 0.f;
}

template <int WG>
__device__ __forceinline__ void multiply(Slabs<WG> &acc, const bf16 *As, const bf16 *Bs) {
  const int first = threadIdx.x / 128 * Slabs<WG>::Count;
  wgmma_fence();
#pragma unroll
  for (int i = 0; i < Slabs<WG>::Count; ++i) {
    const uint32_t a = shared_address(As) + (first + i) * 64 * 128;
#pragma unroll
    for (int k = 0; k < BK / 16; ++k)
      wgmma_64x128x16(acc.d[i], descriptor(a + k * 32), descriptor(shared_address(Bs) + k * 32));
  }
  wgmma_commit();
}

template <int WG>
__device__ __forceinline__ void store(const Slabs<WG> &acc, bf16 *C, int N, int m0, int n0) {
  const int t = threadIdx.x % 128, first = threadIdx.x / 128 * Slabs<WG>::Count;
#pragma unroll
  for (int i = 0; i < Slabs<WG>::Count; ++i) {
    const int row = m0 + (first + i) * 64 + t / 32 * 16 + t % 32 / 4;
#pragma unroll
    for (int j = 0; j < 16; ++j) {
      const int col = n0 + j * 8 + t % 4 * 2;
      *reinterpret_cast<__nv_bfloat162 *>(&C[(size_t)row * N + col]) =
          __floats2bfloat162_rn(acc.d[i][j * 4], acc.d[i][j * 4 + 1]);
      *reinterpret_cast<__nv_bfloat162 *>(&C[(size_t)(row + 8) * N + col]) =
          __floats2bfloat162_rn(acc.d[i][j * 4 + 2], acc.d[i][j * 4 + 3]);
    }
  }
}
