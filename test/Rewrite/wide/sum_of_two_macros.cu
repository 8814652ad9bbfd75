// A row is the sum of two macros, and either may be another in another build: each is
// tested by itself.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --quiet -o %t.cu
// RUN: grep -v '^//' %t.cu | FileCheck %s
// RUN: %run_on_cpu %S/../Inputs/launched.driver.cu %s %t.cu
// RUN: %run_on_cpu %S/../Inputs/launched.driver.cu %s %t.cu -DPADDED
// RUN: %run_on_cpu %S/../Inputs/launched.driver.cu %s %t.cu -DWIDE
// RUN: %run_on_cpu %S/../Inputs/launched.driver.cu %s %t.cu -DWIDE -DPADDED

#ifdef WIDE
#define COLUMNS 32
#else
#define COLUMNS 16
#endif
#ifdef PADDED
#define PAD 1
#else
#define PAD 0
#endif

// CHECK: const bool wide_copies =
// CHECK-NEXT: COLUMNS == 16 && PAD == 0 &&
static __global__ void sums(const float *__restrict__ A, float *__restrict__ C,
                            int K) {
  __shared__ float tile[64 / COLUMNS][COLUMNS + PAD];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    for (int i = t; i < COLUMNS * 64 / COLUMNS; i += 64)
      tile[i / COLUMNS][i % COLUMNS] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i / COLUMNS][i % COLUMNS] * (i + t);
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) { sums<<<1, 64>>>(A, C, K); }
