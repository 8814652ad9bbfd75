// Registers take the user's text as it is: where cp.async would need the inside of a
// macro, auto takes them, and says why. Asked for cp.async, it says what is in the way.
//
// RUN: cuda-pipeline-rewrite --explain %s -o %t.cu 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ASKED

#define TILE 32
#define OR_ZERO(cond, value) ((cond) ? (value) : 0.0f)

// CHECK: K-loop in 'products' pipelined: ldg, 2 stages
// CHECK: > cp.async is not possible here: this part of the load phase is spelled by a macro
// ASKED: K-loop in 'products' left alone: {{.*}} this part of the load phase is spelled by a macro [macro-loop]
__global__ void __launch_bounds__(TILE *TILE)
    products(const float *__restrict__ A, const float *__restrict__ B,
             float *__restrict__ C, int n) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0;
  for (int k = 0; k < n; k += TILE) {
    As[ty][tx] = OR_ZERO(row < n && k + tx < n, A[row * n + k + tx]);
    Bs[ty][tx] = OR_ZERO(k + ty < n && col < n, B[(k + ty) * n + col]);
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < n && col < n)
    C[row * n + col] = sum;
}
