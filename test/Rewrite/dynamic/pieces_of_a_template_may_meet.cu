// Two tiles are pieces of dynamic memory, apart by an argument of the template. In
// another instantiation they may be one: then they are stored in the user's order.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg launched
// RUN: FileCheck %s < %t.cpasync.cu
// RUN: %run_on_cpu %S/../Inputs/launched.driver.cu %s %t.cpasync.cu %t.cpasync3.cu %t.ldg.cu -DAWAY=96
// RUN: %run_on_cpu %S/../Inputs/launched.driver.cu %s %t.cpasync.cu %t.cpasync3.cu %t.ldg.cu -DAWAY=0
//
// Wide copies, too:
// RUN: cuda-pipeline-rewrite --variant=cpasync --quiet -o %t.wide.cu %s
// RUN: FileCheck %s --check-prefix=WIDE < %t.wide.cu
// RUN: %run_on_cpu %S/../Inputs/launched.driver.cu %s %t.wide.cu
// RUN: %run_on_cpu %S/../Inputs/launched.driver.cu %s %t.wide.cu -DAWAY=96
// RUN: %run_on_cpu %S/../Inputs/launched.driver.cu %s %t.wide.cu -DAWAY=0

// CHECK: {{^}}  // Copies of other sizes may meet: they keep their order.
// CHECK-NEXT: {{^}}  constexpr bool async_copies = PIECE == 64;
// CHECK: {{^ +}}if constexpr (async_copies) {
// CHECK-NEXT: __pipeline_memcpy_async(&x[t], &A[k + t], sizeof(float));
// CHECK-NEXT: __pipeline_memcpy_async(&y[t], &A[K - 64 - k + t], sizeof(float));
// CHECK-NEXT: } else {
// CHECK-NEXT: x[t] = A[k + t];
// CHECK-NEXT: y[t] = A[K - 64 - k + t];
// CHECK-NEXT: }
// WIDE: {{^}}  const bool wide_copies = PIECE == 64 &&
template <int PIECE>
__global__ void tiles(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float *x = area, *y = area + PIECE;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    x[t] = A[k + t];
    y[t] = A[K - 64 - k + t];
    __syncthreads();
    sum += x[63 - t] * (y[t ^ 1] + k);
    __syncthreads();
  }
  C[t] = sum;
}

#ifndef AWAY
#define AWAY 64
#endif

void launch(const float *A, float *C, int K) {
  tiles<AWAY><<<1, 64, (64 + AWAY) * sizeof(float)>>>(A, C, K);
}
