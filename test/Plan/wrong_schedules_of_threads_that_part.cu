// Threads that disagree about the barriers meet those that they met: one more, or one
// less, is noticed, and lanes that would have to wait for each other.
//
// RUN: mutate-schedule %s | FileCheck %s
// RUN: mutate-schedule read-back %s | FileCheck --check-prefix=READ %s
//
// CHECK: rows ldg-single no-barrier: unsound plan
// CHECK: rows ldg-single barrier-more: unsound plan (ldg-single): threads may disagree about barriers that are moved; written
// READ: rows ldg-single: READ AS PROVED
// READ: rows ldg-single schedule no-barrier: unsound result
// READ: rows ldg-single text lanes-wait: unsound result ('rows'): in the loop

__global__ void rows(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[64];
  for (int i = threadIdx.x; i < n; i += 64) {
    float sum = 0.0f;
    for (int k = 0; k < n; k += 64) {
      tile[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      for (int j = 0; j < 64; ++j)
        sum += tile[j] * i;
      __syncthreads();
    }
    out[i] = sum;
  }
}
