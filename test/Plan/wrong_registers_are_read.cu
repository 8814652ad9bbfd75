// Each load of a tile has a register of its own: one that all trips of a copy loop
// share would hold what the last of them has fetched.
//
// RUN: mutate-schedule read-back %s > %t
// RUN: FileCheck %s --input-file=%t
// RUN: grep -E " (schedule|text) " %t | not grep "READ AS PROVED"

// CHECK: rows ldg: READ AS PROVED
// CHECK: rows ldg text one-register-for-columns: unsound result ('rows'): two loads of a tile share an element of 'next_tile'
// CHECK: rows ldg text one-register-for-rows: unsound result ('rows'): two loads of a tile share an element of 'next_tile'
// CHECK: rows ldg-single text one-register-for-columns: unsound result ('rows'): two loads of a tile share an element of 'next_tile'
// CHECK: rows ldg-single text one-register-for-rows: unsound result ('rows'): two loads of a tile share an element of 'next_tile'
__global__ void rows(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[4][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (int i = 0; i < 4; ++i)
      for (int j = t; j < 64; j += 32)
        tile[i][j] = A[i * n + k + j];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i % 4][i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}
