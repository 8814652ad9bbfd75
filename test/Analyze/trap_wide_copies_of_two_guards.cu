// Two stores fill the tile, by the same comparison. One wide copy takes the
// place of both only if they mean the same by it.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --widen=auto -o %t.cu %s
// RUN: grep -v TEXT %t.cu | FileCheck --check-prefix=TEXT %s

// TEXT-LABEL: trap(
// TEXT-NOT: wide_copies
__global__ void __launch_bounds__(64)
    trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][8];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t / 8][t % 8] = k < K / 2 ? A[(k + t / 8) * 8 + t % 8] : 0.0f;
    tile[8 + t / 8][t % 8] =
        !(k < K / 2) ? A[(k + 8 + t / 8) * 8 + t % 8] : 0.0f;
    __syncthreads();
    sum += tile[15 - t / 8][t % 8] + tile[t % 8][t / 8];
    __syncthreads();
  }
  C[t] = sum;
}

// TEXT-LABEL: other_branch(
// TEXT-NOT: wide_copies
__global__ void __launch_bounds__(64)
    other_branch(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][8];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t / 8][t % 8] = k < K / 2 ? A[(k + t / 8) * 8 + t % 8] : 0.0f;
    tile[8 + t / 8][t % 8] =
        k < K / 2 ? 0.0f : A[(k + 8 + t / 8) * 8 + t % 8];
    __syncthreads();
    sum += tile[15 - t / 8][t % 8] + tile[t % 8][t / 8];
    __syncthreads();
  }
  C[t] = sum;
}

// TEXT-LABEL: and_or(
// TEXT-NOT: wide_copies
__global__ void __launch_bounds__(64)
    and_or(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][8];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t / 8][t % 8] =
        k < K / 2 && k < 5 ? A[(k + t / 8) * 8 + t % 8] : 0.0f;
    tile[8 + t / 8][t % 8] =
        k < K / 2 || k < 5 ? A[(k + 8 + t / 8) * 8 + t % 8] : 0.0f;
    __syncthreads();
    sum += tile[15 - t / 8][t % 8] + tile[t % 8][t / 8];
    __syncthreads();
  }
  C[t] = sum;
}

// TEXT-LABEL: the_same(
// TEXT: wide_copies
__global__ void __launch_bounds__(64)
    the_same(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][8];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t / 8][t % 8] = k < K / 2 ? A[(k + t / 8) * 8 + t % 8] : 0.0f;
    tile[8 + t / 8][t % 8] =
        k < K / 2 ? A[(k + 8 + t / 8) * 8 + t % 8] : 0.0f;
    __syncthreads();
    sum += tile[15 - t / 8][t % 8] + tile[t % 8][t / 8];
    __syncthreads();
  }
  C[t] = sum;
}
