// A load that counts for itself, tiles ahead of a loop that starts anywhere.
//
// RUN: mutate-schedule read-back stages=4 %s > %t
// RUN: FileCheck %s --input-file=%t
// RUN: grep -E " (schedule|text) " %t | not grep "READ AS PROVED"

// CHECK: later cpasync: READ AS PROVED
// CHECK: later cpasync text loop-without-guard: unsound result ('later')
// CHECK: later cpasync text guard-of-the-trip: unsound result ('later')
// CHECK: later cpasync text cursor-stays: unsound result ('later')
__global__ void later(const float *__restrict__ A, float *__restrict__ out,
                      int begin, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = begin; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}
