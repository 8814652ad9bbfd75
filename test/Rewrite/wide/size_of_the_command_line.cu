// What the command line defines, or what `#ifndef` leaves to it, may be another number
// in the next build: wide copies test it.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --widen=auto --quiet -o %t.cu \
// RUN:   -- -DCOLUMNS=16
// RUN: grep -v '^//' %t.cu | FileCheck %s
// RUN: %run_on_cpu %S/Inputs/depths.driver.cu %s %t.cu -DCOLUMNS=16
// RUN: %run_on_cpu %S/Inputs/depths.driver.cu %s %t.cu -DCOLUMNS=16 -DDEPTH=20
// RUN: %run_on_cpu %S/Inputs/depths.driver.cu %s %t.cu -DCOLUMNS=6 -DTHIRD=2

#ifndef DEPTH
// Columns of a tile.
#define DEPTH 16
#endif
#if !defined(THIRD) /* or this */
#define THIRD 16
#endif
#define FIXED 16

// CHECK-LABEL: KERNEL(of_default)
// CHECK: const bool wide_copies =
// CHECK-NEXT: {{^ +}}DEPTH == 16 &&
// CHECK-LABEL: KERNEL(of_test)
// CHECK: const bool wide_copies =
// CHECK-NEXT: {{^ +}}THIRD == 16 &&
// CHECK-LABEL: KERNEL(of_command)
// CHECK: const bool wide_copies =
// CHECK-NEXT: {{^ +}}COLUMNS == 16 &&
// CHECK-LABEL: KERNEL(of_nobody)
// CHECK: const bool wide_copies = reinterpret_cast<size_t>(A) % 16 == 0 &&
#define KERNEL(NAME)                                                          \
  __global__ void __launch_bounds__(64)                                       \
      NAME(const float *__restrict__ A, float *__restrict__ C, int K)

KERNEL(of_default) {
  __shared__ float tile[16][DEPTH];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += DEPTH) {
    for (int i = t; i < 16 * DEPTH; i += 64)
      tile[i / DEPTH][i % DEPTH] = k + i % DEPTH < K ? A[i / DEPTH * K + k + i % DEPTH] : 0;
    __syncthreads();
    for (int i = 0; i < DEPTH; ++i)
      sum += tile[t % 16][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

KERNEL(of_test) {
  __shared__ float tile[16][THIRD];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += THIRD) {
    for (int i = t; i < 16 * THIRD; i += 64)
      tile[i / THIRD][i % THIRD] = k + i % THIRD < K ? A[i / THIRD * K + k + i % THIRD] : 0;
    __syncthreads();
    for (int i = 0; i < THIRD; ++i)
      sum += tile[t % 16][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

KERNEL(of_command) {
  __shared__ float tile[16][COLUMNS];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += COLUMNS) {
    for (int i = t; i < 16 * COLUMNS; i += 64)
      tile[i / COLUMNS][i % COLUMNS] = k + i % COLUMNS < K ? A[i / COLUMNS * K + k + i % COLUMNS] : 0;
    __syncthreads();
    for (int i = 0; i < COLUMNS; ++i)
      sum += tile[t % 16][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

KERNEL(of_nobody) {
  __shared__ float tile[16][FIXED];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += FIXED) {
    for (int i = t; i < 16 * FIXED; i += 64)
      tile[i / FIXED][i % FIXED] = k + i % FIXED < K ? A[i / FIXED * K + k + i % FIXED] : 0;
    __syncthreads();
    for (int i = 0; i < FIXED; ++i)
      sum += tile[t % 16][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}
