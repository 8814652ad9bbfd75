// Registers take the user's text as it is: where cp.async would need the inside
// of a macro, auto takes them, and says why. Asked for cp.async, it says what
// is in the way.
//
// RUN: cuda-pipeline-rewrite --explain %s -o %t.cu 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ASKED

#define ROWS 16
#define OR_ZERO(cond, value) ((cond) ? (value) : make_float4(0, 0, 0, 0))

// CHECK: K-loop in 'products' pipelined: ldg, 2 stages
// CHECK: > cp.async is not possible here: this part of the load phase is
// spelled by a macro ASKED: K-loop in 'products' left alone: {{.*}} this part
// of the load phase is spelled by a macro [macro-loop]
__global__ void __launch_bounds__(ROWS * 32)
    products(const float4 *__restrict__ A, const float4 *__restrict__ B,
             float *__restrict__ C, int n) {
  __shared__ float4 As[ROWS][32], Bs[ROWS][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * ROWS + ty;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    As[ty][tx] = OR_ZERO(k + tx < n, A[row * n + k + tx]);
    Bs[ty][tx] = OR_ZERO(k + tx < n, B[ty * n + k + tx]);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[ty][i].x * Bs[tx % ROWS][i].y;
    __syncthreads();
  }
  C[row * 32 + tx] = sum;
}
