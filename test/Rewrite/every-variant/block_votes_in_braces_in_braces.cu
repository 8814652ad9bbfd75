// A block that votes to leave, in braces of their own around the whole trip.
//
// RUN: %rewrite_and_run ldg,auto walk -DKERNEL=vote_in_braces
// RUN: FileCheck %s < %t.ldg.cu

// CHECK: // Prologue:
// CHECK: for (int k = 0; k < n; k += 32) {
// CHECK-NEXT: {
// CHECK-NEXT: if (__syncthreads_count(done) == 32)
// CHECK-NEXT: break;
__global__ void vote_in_braces(const float *__restrict__ A,
                               float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  bool done = false;
  for (int k = 0; k < n; k += 32) {
    {
      if (__syncthreads_count(done) == 32)
        break;
      tile[t] = k + t < n ? A[k + t] : 0.0f;
      __syncthreads();
      for (int i = 0; !done && i < 32; ++i) {
        sum += tile[i] * (i + t);
        done = sum > 400.0f + t;
      }
    }
  }
  out[t] = sum;
}
