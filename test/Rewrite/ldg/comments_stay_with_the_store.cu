// A store stays in its place, and so do the comments around it; what is loaded only
// takes its own along. What is read only is named by its value.
//
// RUN: %rewrite_and_run ldg,ldg-single walk -DPADDED -DKERNEL=scaled
// RUN: FileCheck %s < %t.ldg.cu

// CHECK: auto fetch_tile =
// CHECK: next_As = A[k + t];
// CHECK-NEXT: // Where the second starts.
// CHECK-NEXT: const int first = k + 31 - t;
// CHECK: next_b[j] = A[first];
// CHECK: // Prologue: load the first tile.
// CHECK: for (int k = 0; k < n; k += 32) {
// CHECK: // Load A into shared memory, and scale it.
// CHECK-NEXT: As[t] = next_As * 2.0f; // once
// CHECK-NEXT: {{^}} /* Two
// CHECK-NEXT: {{^}} * of them. */
// CHECK: const float b = next_b[j];
// CHECK-NEXT: Bs[t + j * 32] = b + b * b;
// CHECK: stage ^= 1; // The other is free: all who read it are past the barrier.
__global__ void scaled(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float As[32], Bs[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    // Load A into shared memory, and scale it.
    As[t] = A[k + t] * 2.0f; // once
    // Where the second starts.
    const int first = k + 31 - t;
    /* Two
     * of them. */
    for (int j = 0; j < 2; ++j) {
      const float b = A[first];
      Bs[t + j * 32] = b + b * b;
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[i] * Bs[i + t];
    __syncthreads();
  }
  out[t] = sum;
}
