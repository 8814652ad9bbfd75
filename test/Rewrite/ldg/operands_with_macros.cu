// A product or a sum that the user writes needs no parentheses in a longer one,
// whatever macros stand in it; one that a macro makes does.
//
// RUN: %rewrite_and_run ldg,ldg-single columns -DKERNEL=sum -DTHREADS=64 \
// RUN:   -DSTEP=64 -DWHOLE
// RUN: cuda-pipeline-rewrite --variant=ldg -o %t.cu %s
// RUN: grep -v "^//" %t.cu | FileCheck %s

#define ROWS 4
#define THREADS_OF_BLOCK 64
#define HALF_AND_HALF 32 + 32

// CHECK-LABEL: void sum(
// CHECK: constexpr int LOADS =
// CHECK-NEXT: (ROWS * 8 + 48 + THREADS_OF_BLOCK - 1) / THREADS_OF_BLOCK;
// CHECK-NEXT: float next_tile[LOADS];
// CHECK: const int k_next = k + (HALF_AND_HALF);
// CHECK: fetch_tile(A + ROWS * step);

__global__ void sum(const float *__restrict__ A, const float *__restrict__ B,
                    float *__restrict__ C, int K) {
  __shared__ float tile[80];
  const int step = 16;
  float sum = B != nullptr ? 0.5f : 0.0f;

  for (int k = 0; k < K; k += HALF_AND_HALF, A += ROWS * step) {
    for (int i = threadIdx.x; i < ROWS * 8 + 48; i += THREADS_OF_BLOCK)
      tile[i] = i < 64 ? A[i] : 1.0f;
    __syncthreads();
    for (int i = 0; i < 80; ++i)
      sum = sum * 0.5f + tile[(i + threadIdx.x) % 80];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
