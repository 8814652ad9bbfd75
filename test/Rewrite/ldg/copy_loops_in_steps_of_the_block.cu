// All launches give one block: copy loops in steps of it take so many registers.
// The steps get a name, as registers need constants; one a product of blockDim.
//
// RUN: %rewrite_and_run ldg,ldg-single,auto launched
// RUN: cuda-pipeline-rewrite --variant=ldg -o %t.cu %s
// RUN: grep -v "^//" %t.cu | FileCheck %s

constexpr int TILE = 100;

// CHECK-LABEL: void sum(
// CHECK: constexpr int stride = 64; // blockDim.x * blockDim.y in all launches
// CHECK-NEXT: if (threads != stride)
// CHECK-NEXT: __trap();
// CHECK-NEXT: constexpr int stride2 = 4; // blockDim.y in all launches
// CHECK-NEXT: if (blockDim.y != stride2)
// CHECK-NEXT: __trap();
// CHECK-EMPTY:
// CHECK-NEXT: // The next tile, in registers.
// CHECK-NEXT: constexpr int LOADS = (TILE + stride - 1) / stride;
// CHECK-NEXT: float next_tile[LOADS], next_weights[16 / stride2];
// CHECK: for (int m = 0; m < LOADS; ++m) {
// CHECK-NEXT: const int i = t + m * stride;
// CHECK-NEXT: if (i < count)
// CHECK-NEXT: next_tile[m] = A[k + i];
// CHECK: for (int r = 0; r < 16; r += stride2)
// CHECK: next_weights[r / stride2] =

__global__ void sum(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[TILE];
  __shared__ float weights[20][16];
  const int threads = blockDim.x * blockDim.y;
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  const int n = K / 64;

  for (int k = 0; k < K; k += TILE) {
    const int count = min(TILE, K - k);
    for (int i = t; i < count; i += threads)
      tile[i] = A[k + i];
    for (int r = 0; r < 16; r += blockDim.y)
      weights[r + threadIdx.y][threadIdx.x] =
          k + r + 16 < K ? A[k + r + threadIdx.x] : 0.5f;
    __syncthreads();

    for (int i = 0; i < count; ++i)
      sum += tile[i] * weights[(i + t) % 16][t % 16] + n;
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  const dim3 block(16, 4);
  if (K > 100)
    sum<<<1, block>>>(A, C, K);
  else
    sum<<<dim3(1), dim3(16, 4)>>>(A, C, K);
}
