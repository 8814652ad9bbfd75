// Sizes and pointers are fields of the kernel's parameters, two of one type; of a
// variable of the kernel that never changes, too.
//
// RUN: %rewrite_and_run cpasync,cpasync3 launched_gemm --widen=auto -DRAGGED \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=16
// RUN: cuda-pipeline-rewrite --variant=cpasync %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu

struct Matrix {
  int rows, columns;
  const float *elements;
};
struct Result {
  int columns;
  float *elements;
};
struct Problem {
  Matrix A, B;
  Result C;
};

// CHECK: products(
// CHECK: const bool wide_copies =
// CHECK-NEXT: blockDim.x == 64 &&
// CHECK-NEXT: reinterpret_cast<size_t>(A.elements) % 16 == 0 &&
// CHECK-NEXT: reinterpret_cast<size_t>(B.elements) % 16 == 0 &&
// CHECK-NEXT: A.columns % 4 == 0 &&
// CHECK-NEXT: B.columns % 4 == 0;
__global__ void __launch_bounds__(64) products(Matrix A, Matrix B, Result C) {
  __shared__ float As[16][16], Bs[16][16];
  const int t = threadIdx.x, row0 = blockIdx.y * 16, col0 = blockIdx.x * 16;
  float sum[4] = {};
  for (int k = 0; k < A.columns; k += 16) {
    for (int i = t; i < 16 * 16; i += 64) {
      const int r = i / 16, c = i % 16;
      As[r][c] = row0 + r < A.rows && k + c < A.columns
                     ? A.elements[(row0 + r) * A.columns + k + c] : 0.0f;
      Bs[r][c] = k + r < B.rows && col0 + c < B.columns
                     ? B.elements[(k + r) * B.columns + col0 + c] : 0.0f;
    }
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      for (int i = 0; i < 4; ++i)
        sum[i] += As[t / 16 + 4 * i][x] * Bs[x][t % 16];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    if (row0 + t / 16 + 4 * i < A.rows && col0 + t % 16 < B.columns)
      C.elements[(row0 + t / 16 + 4 * i) * C.columns + col0 + t % 16] = sum[i];
}

// CHECK: products_of(
// CHECK: const bool wide_copies =
// CHECK-NEXT: blockDim.x == 64 &&
// CHECK-NEXT: reinterpret_cast<size_t>(of.A.elements) % 16 == 0 &&
// CHECK-NEXT: reinterpret_cast<size_t>(of.B.elements) % 16 == 0 &&
// CHECK-NEXT: of.A.columns % 4 == 0 &&
// CHECK-NEXT: of.B.columns % 4 == 0;
__global__ void __launch_bounds__(64) products_of(const Problem of) {
  __shared__ float As[16][16], Bs[16][16];
  const int t = threadIdx.x, row0 = blockIdx.y * 16, col0 = blockIdx.x * 16;
  float sum[4] = {};
  for (int k = 0; k < of.A.columns; k += 16) {
    for (int i = t; i < 16 * 16; i += 64) {
      const int r = i / 16, c = i % 16;
      As[r][c] = row0 + r < of.A.rows && k + c < of.A.columns
                     ? of.A.elements[(row0 + r) * of.A.columns + k + c] : 0.0f;
      Bs[r][c] = k + r < of.B.rows && col0 + c < of.B.columns
                     ? of.B.elements[(k + r) * of.B.columns + col0 + c] : 0.0f;
    }
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      for (int i = 0; i < 4; ++i)
        sum[i] += As[t / 16 + 4 * i][x] * Bs[x][t % 16];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    if (row0 + t / 16 + 4 * i < of.A.rows && col0 + t % 16 < of.B.columns)
      of.C.elements[(row0 + t / 16 + 4 * i) * of.C.columns + col0 + t % 16] += sum[i];
}

extern "C" void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  const dim3 grid((N + 15) / 16, (M + 15) / 16);
  const Matrix a = {M, K, A}, b = {K, N, B};
  products<<<grid, 64>>>(a, b, Result{N, C});
  products_of<<<grid, 64>>>(Problem{a, b, {N, C}});
}
