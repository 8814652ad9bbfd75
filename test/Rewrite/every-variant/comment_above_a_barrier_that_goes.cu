// A comment above a barrier that goes is of what follows the barrier: it moves with the
// copies or the loads, as it speaks of them, and is not lost.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync -o - %s | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg -o - %s | FileCheck %s --check-prefix=STORE
// RUN: cuda-pipeline-rewrite --variant=ldg-single -o - %s | FileCheck %s --check-prefix=STAYS
//
// CHECK: load_tile = [&]
// CHECK: // Fetch a slice; two threads
// CHECK-NEXT: // work on one row.
// CHECK: {{.*}}A[k + 
// CHECK: // Prologue
// CHECK-NOT: // Fetch a slice
//
// STORE: fetch_tile = [&]
// STORE: // Fetch a slice; two threads
// STORE-NEXT: // work on one row.
// STORE-NEXT: next_tile = A[k + t];
// STORE: {{^}} // Prologue: load the first tile.
// STORE-NOT: // Fetch a slice
//
// STAYS: {{^}} // Prologue: load the first tile.
// STAYS: // Fetch a slice; two threads
// STAYS-NEXT: // work on one row.
// STAYS-NEXT: __syncthreads();
__global__ void walk(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    // Fetch a slice; two threads
    // work on one row.
    __syncthreads();
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
  }
  out[t] = sum;
}
