// Helpers around single instructions, with names that say nothing: what they do is
// read in their assembly.
#pragma once
#include <cuda.h>
#include <cstdint>

using u64 = unsigned long long;

__device__ inline unsigned at(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
__device__ inline void f_init(u64 *b, int n) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(b)), "r"(n));
}
__device__ inline void f_bytes(u64 *b, int n) {
  asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(at(b)), "r"(n) : "memory");
}
__device__ inline void f_come(u64 *b) {
  asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" ::"r"(at(b)) : "memory");
}
// Goes round in the assembly itself.
__device__ inline void f_stay(u64 *b, int parity) {
  asm volatile("{\n"
               ".reg .pred P1;\n"
               "AGAIN:\n"
               "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
               "@P1 bra.uni DONE;\n"
               "bra.uni AGAIN;\n"
               "DONE:\n"
               "}" ::"r"(at(b)), "r"(parity) : "memory");
}
__device__ inline void f_box(void *to, const CUtensorMap *m, int x, int y, u64 *b) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];"
               ::"r"(at(to)), "l"(m), "r"(at(b)), "r"(x), "r"(y) : "memory");
}
__device__ inline void f_row(void *to, const void *from, int n, u64 *b) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               ::"r"(at(to)), "l"(from), "r"(n), "r"(at(b)) : "memory");
}
__device__ inline void f_16(void *to, const void *from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}
__device__ inline void f_close() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ inline void f_left() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
