// ldmatrix and mma.m16n8k16 as inline assembly, against a naive product.
//
// RUN: %run_on_cpu %S/Inputs/asm_matrix.driver.cu %s | FileCheck %s
// CHECK: no report: 2 cases x 4 seeds

#include <cuda_fp16.h>
#include <stdint.h>

/// c = a * b; a is 16 x 16, b is 16 x 8, all row by row.
template <typename Accumulator>
__global__ void product(const half *a, const half *b, Accumulator *c) {
  __shared__ alignas(16) half left[16][24], right[16][8];
  int lane = threadIdx.x;
  for (int i = lane; i < 256; i += 32)
    left[i / 16][i % 16] = a[i];
  for (int i = lane; i < 128; i += 32)
    right[i / 8][i % 8] = b[i];
  __syncwarp();

  uint32_t A[4], B[2];
  auto from = static_cast<uint32_t>(
      __cvta_generic_to_shared(&left[lane % 16][lane / 16 * 8]));
  asm volatile(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n"
      : "=r"(A[0]), "=r"(A[1]), "=r"(A[2]), "=r"(A[3])
      : "r"(from));
  from = static_cast<uint32_t>(__cvta_generic_to_shared(&right[lane % 16][0]));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
               : "=r"(B[0]), "=r"(B[1])
               : "r"(from));

  int row = lane / 4, column = lane % 4 * 2;
  if constexpr (sizeof(Accumulator) == 4) {
    float C[4] = {};
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};\n"
                 : "+f"(C[0]), "+f"(C[1]), "+f"(C[2]), "+f"(C[3])
                 : "r"(A[0]), "r"(A[1]), "r"(A[2]), "r"(A[3]), "r"(B[0]),
                   "r"(B[1]));
    for (int i = 0; i < 4; ++i)
      c[(row + i / 2 * 8) * 8 + column + i % 2] = C[i];
  } else {
    uint32_t C[2] = {};
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 "
                 "{%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};\n"
                 : "=r"(C[0]), "=r"(C[1])
                 : "r"(A[0]), "r"(A[1]), "r"(A[2]), "r"(A[3]), "r"(B[0]),
                   "r"(B[1]), "r"(C[0]), "r"(C[1]));
    for (int i = 0; i < 2; ++i)
      *reinterpret_cast<uint32_t *>(&c[(row + i * 8) * 8 + column]) = C[i];
  }
}
