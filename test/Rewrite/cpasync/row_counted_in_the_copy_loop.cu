// The row is a counter that each copy moves on: the compiler's code has its steps, so no
// thread stores an element twice.
//
// RUN: %rewrite_and_run cpasync columns -DKERNEL=counted -DTHREADS=64 -DSTEP=16 -DA_ROWS=32 -DB_ROWS=1 -DWHOLE
// RUN: FileCheck %s < %t.cpasync.cu

// CHECK: for (int i = 0; i < 2; ++i) {
// CHECK-NEXT: __pipeline_memcpy_async((float4 *)&tile[row][0] + t % 4, p,
// CHECK-NEXT: sizeof(float4));
// CHECK-NEXT: p += 16 * n / 4;
// CHECK-NEXT: row += 16;
__global__ void counted(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ out, int n) {
  __shared__ __align__(16) float tile[32][20];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    int row = t / 4;
    const float4 *p = (const float4 *)(A + row * n + k) + t % 4;
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      *((float4 *)&tile[row][0] + t % 4) = *p;
      p += 16 * n / 4;
      row += 16;
    }
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[(t + i) % 32][i];
    __syncthreads();
  }
  out[t] = sum;
}
