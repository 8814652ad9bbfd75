// A member function that loads a tile gives way to its text; what it calls this
// is the object. What it names of its class template is spelled out.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single member_functions
// RUN: %tool --variant=ldg --quiet -o - %s | FileCheck %s

template <class T, int Rows, int Columns> struct Tile {
  T data[Rows][Columns];
  __device__ void load(const T *from, int row, int column, int rows,
                       int columns) {
    this->data[threadIdx.y][threadIdx.x] =
        row < rows && column < columns ? from[row * columns + column] : 0.0f;
  }
  __device__ void load_row(const T *from) {
    for (int i = threadIdx.x; i < Columns; i += 16)
      data[threadIdx.y][i] = from[i];
  }
  __device__ const T &operator()(int row, int column) const {
    return data[row][column];
  }
};

// CHECK-LABEL: gemm(
// CHECK: __shared__ Tile<T, 16, 16> a_stages[2], b_stages[2];
// CHECK:      T next_a, next_b;
// CHECK:      auto &a = a_stages[stage];
// CHECK-NEXT:   auto &b = b_stages[stage];
// CHECK-NEXT:   a.data[threadIdx.y][threadIdx.x] = next_a;
// CHECK-NEXT:   b.data[threadIdx.y][threadIdx.x] = next_b;
template <class T>
__global__ void gemm(const T *A, const T *B, T *C, int M, int N, int K) {
  __shared__ Tile<T, 16, 16> a, b;
  const int y = blockIdx.y * 16 + threadIdx.y;
  const int x = blockIdx.x * 16 + threadIdx.x;
  T sum = 0;
  for (int k = 0; k < K; k += 16) {
    const int ka = k + threadIdx.x, kb = k + threadIdx.y;
    a.load(A, y, ka, M, K);
    b.load(B, kb, x, K, N);
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += a(threadIdx.y, i) * b(i, threadIdx.x);
    __syncthreads();
  }
  if (y < M && x < N)
    C[y * N + x] = sum;
}
template __global__ void gemm<float>(const float *, const float *, float *, int,
                                     int, int);

// CHECK-LABEL: rows(
// CHECK: for (int n = 0; n < LOADS; ++n) {
// CHECK: tile.data[threadIdx.y][i] = next_tile[n];
__global__ void rows(const float *A, float *C, int K) {
  __shared__ Tile<float, 16, 64> tile;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    const float *from = A + k * 64;
    tile.load_row(from);
    __syncthreads();
    sum += tile(threadIdx.y, 63 - threadIdx.x);
    __syncthreads();
  }
  C[threadIdx.y * 16 + threadIdx.x] = sum;
}
