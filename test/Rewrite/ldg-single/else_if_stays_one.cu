// An `else if` of a load that is split stays one, in both halves.
//
// RUN: %rewrite_and_run ldg-single walk
// RUN: cuda-pipeline-rewrite --variant=ldg-single --quiet %s -o - | \
// RUN:   sed '/^\/\//d' | FileCheck %s
//
// CHECK: auto fetch_tile =
// CHECK: if (k + 32 <= n)
// CHECK: else if (t < n % 32)
// CHECK: };
// CHECK: for (int k = 0; k < n; k += 32) {
// CHECK: if (k + 32 <= n)
// CHECK: else if (t < n % 32)
// CHECK: else
// CHECK-NEXT: tile[t] = -1.0f;

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (k + 32 <= n)
      tile[t] = A[k + t];
    else if (t < n % 32)
      tile[t] = A[k + t] * 0.5f;
    else
      tile[t] = -1.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}
