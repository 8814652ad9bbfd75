// A product begins with one macro and ends with another: its value is that of neither.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --quiet -o %t.cu
// RUN: grep -v '^//' %t.cu | FileCheck %s
// RUN: %run_on_cpu %S/../Inputs/launched.driver.cu %s %t.cu
// RUN: %run_on_cpu %S/../Inputs/launched.driver.cu %s %t.cu -DROWS=8 -DCOLUMNS=8
// RUN: %run_on_cpu %S/../Inputs/launched.driver.cu %s %t.cu -DROWS=32 -DCOLUMNS=2

#ifndef ROWS
#define ROWS 4
#endif
#ifndef COLUMNS
#define COLUMNS 16
#endif

// CHECK: const bool wide_copies =
// CHECK-NEXT: COLUMNS == 16 && ROWS == 4 &&
static __global__ void sums(const float *__restrict__ A, float *__restrict__ C,
                            int K) {
  __shared__ float tile[ROWS * COLUMNS];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += ROWS * COLUMNS) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < ROWS * COLUMNS; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) { sums<<<1, 64>>>(A, C, K); }
