// Which rows a tile is made of stands in a table, one entry a trip.
//
// RUN: %rewrite_and_run cpasync wide_names --widen=auto -DKERNEL=pages \
// RUN:   '-DSIZE=K>128?3072:K>64?2560:K?2048:0'
// RUN: grep -v CHECK %t.cpasync.cu | FileCheck %s

__constant__ int table[8] = {3, 1, 4, 1, 5, 2, 6, 0};

// CHECK: const int page = table[k / 32];
// CHECK-NEXT: if (wide_copies) {
// CHECK: &A[page * 512 + 32 * row + col], 16);
__global__ void __launch_bounds__(64)
    pages(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    const int page = table[k / 32];
    for (int i = t; i < 512; i += 64)
      tile[i / 32][i % 32] = A[page * 512 + i];
    __syncthreads();
    for (int r = 0; r < 16; ++r)
      sum += tile[r][t / 2];
    __syncthreads();
  }
  C[t] = sum;
}
