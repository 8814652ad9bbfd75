// A barrier that counts, in the compute phase, and a branch of all threads on
// its result with a barrier inside.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single columns -DKERNEL=compact \
// RUN:   -DTHREADS=32 -DSTEP=32
// RUN: FileCheck %s < %t.ldg.cu

__global__ void compact(const float *__restrict__ a, const float *__restrict__ b,
                        float *__restrict__ out, int n) {
  __shared__ float tile[32];
  __shared__ float kept[32];
  const int t = threadIdx.x;
  const float limit = n > 0 ? b[0] : 0.0f;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? a[k + t] : 0.0f;
    __syncthreads();

    const int many = __syncthreads_count(tile[31 - t] > limit);
    if (many > 16) {
      kept[t] = tile[t] * many;
      __syncthreads();
      sum += kept[t ^ 7] * tile[31 - t];
    } else {
      sum -= tile[t ^ 3];
    }
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: const int many = __syncthreads_count(tile[31 - t] > limit);
// CHECK: kept[t] = tile[t] * many;
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: sum += kept
// CHECK: sum -=
// CHECK-NEXT: }
// CHECK-NOT: __syncthreads();
// CHECK: stage ^= 1;
