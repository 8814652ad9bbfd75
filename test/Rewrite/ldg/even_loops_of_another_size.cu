// That all threads make as many trips through a copy loop, and none is behind its
// end, is so for this definition of COUNT only: a guard stays, and registers for both.
//
// RUN: %rewrite_and_run ldg,ldg-single launched
// RUN: %run_on_cpu %S/../Inputs/launched.driver.cu %s %t.ldg.cu %t.ldg-single.cu -DSMALL
// RUN: FileCheck %s --input-file=%t.ldg.cu
// RUN: sed 's/ifdef SMALL/if 0/; s/define COUNT 50/define OTHER 50/' %s > %t.one.cu
// RUN: cuda-pipeline-rewrite --variant=ldg %t.one.cu -o %t.one.out.cu
// RUN: FileCheck %s --input-file=%t.one.out.cu --check-prefix=ONE

#ifdef SMALL
#define COUNT 50
#else
#define COUNT 64
#endif

// CHECK: {{^  }}constexpr int LOADS = (COUNT + 32 - 1) / 32;
// CHECK-NEXT: {{^  }}float next_tile[LOADS];
// CHECK: for (int m = 0; m < LOADS; ++m) {
// CHECK-NEXT: const int i = threadIdx.x + m * 32;
// CHECK-NEXT: if (i < COUNT)
// CHECK-NEXT: next_tile[m] = A[k + i];
// ONE: {{^  }}constexpr int LOADS = COUNT / 32;
// ONE-NEXT: {{^  }}float next_tile[LOADS];
// ONE: for (int m = 0; m < LOADS; ++m) {
// ONE-NEXT: const int i = threadIdx.x + m * 32;
// ONE-NEXT: next_tile[m] = A[k + i];
static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[COUNT];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (int i = threadIdx.x; i < COUNT; i += 32)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < COUNT; ++i)
      sum += tile[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void launch(const float *A, float *C, int n) { sums<<<1, 32>>>(A, C, n); }
