// Copy loops with `<=`: as many registers as there are trips, one more than the last
// number over the step. Where threads start at their own places, `<=` stays.
//
// RUN: %rewrite_and_run ldg,ldg-single walk -DSTEP=100 -DPADDED
// RUN: cuda-pipeline-rewrite --variant=ldg -o %t.cu %s
// RUN: grep -v "^//" %t.cu | FileCheck %s

constexpr int TILE = 100;
constexpr int LAST = TILE - 1;

// CHECK: constexpr int ALL_LOADS = LAST / 32 + 1;
// CHECK-NEXT: constexpr int EVEN_LOADS = 3;
// CHECK-NEXT: float next_all[ALL_LOADS], next_even[EVEN_LOADS], next_some[3];
// CHECK: for (int m = 0; m < ALL_LOADS; ++m) {
// CHECK-NEXT: const int i = t + m * 32;
// CHECK-NEXT: if (i <= LAST)
// CHECK-NEXT: next_all[m] = A[k + i];
// CHECK: for (int m = 0; m < EVEN_LOADS; ++m) {
// CHECK-NEXT: const int i = t + m * 32;
// CHECK-NEXT: if (i <= 95)

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float all[TILE], even[96], some[3][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += TILE) {
    for (int i = t; i <= LAST; i += 32)
      all[i] = A[k + i];
    for (int i = t; 95 >= i; i += 32)
      even[i] = A[k + i];
    for (int i = 0; i <= 2; ++i)
      some[i][t] = A[k + 32 * i + t];
    __syncthreads();

    for (int i = 0; i < TILE; ++i)
      sum += all[i] * even[(i + t) % 96] - some[i % 3][t];
    __syncthreads();
  }

  out[t] = sum;
}
