// That all threads make as many trips through a copy loop, and none is behind its step,
// is so for this definition of STEP: the other one must not compile silently.
//
// RUN: cuda-pipeline-rewrite --variant=ldg %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: sed 's/ifdef SMALL/if 0/; s/define STEP 32/define OTHER 32/' %s > %t.one.cu
// RUN: cuda-pipeline-rewrite --variant=ldg %t.one.cu -o %t.one.out.cu
// RUN: FileCheck %s --input-file=%t.one.out.cu --check-prefix=ONE

#ifdef SMALL
#define STEP 32
#else
#define STEP 64
#endif

// CHECK: {{^  }}static_assert(STEP == 64, "the registers are for this size");
// CHECK: for (int i_base = 0; i_base < 128; i_base += STEP) {
// CHECK-NEXT: int i = i_base + threadIdx.x;
// CHECK-NEXT: tile_reg[i_base / STEP] = A[k + i];
// ONE-NOT: {{^  }}static_assert
// ONE: for (int i_base = 0; i_base < 128; i_base += STEP) {
static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[128];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 128) {
    for (int i = threadIdx.x; i < 128; i += STEP)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += tile[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void launch(const float *A, float *C, int n) { sums<<<1, 64>>>(A, C, n); }
