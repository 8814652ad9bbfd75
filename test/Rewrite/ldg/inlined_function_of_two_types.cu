// A function template whose parameters have the types of its arguments, arrays
// and pointers, and defaults that the calls leave out; the kernel is there for
// two types.
//
// RUN: %rewrite_and_run ldg,ldg-single gemm -DTILE=8 -DRAGGED \
// RUN:   '-DKERNEL=gemm<float,8>'
// RUN: %rewrite_and_run ldg gemm -DTILE=8 -DRAGGED '-DKERNEL=gemm<double,8>' \
// RUN:   -DTYPE=double -DRESULT=double
// RUN: %golden ldg

template <typename T, int Rows, int Columns, int Skew = 0, typename Index = int>
__device__ void load(T const *from, int pitch, T (*to)[Columns + Skew],
                     int first_row, int first_column, int rows, int columns) {
  static_assert(Rows >= Columns + Skew);
  const Index row{first_row + Index(threadIdx.y)};
  const Index column{first_column + Index(threadIdx.x)};
  T value{static_cast<T>(0)};
  if (row < rows && column < columns)
    value = from[row * pitch + column] + Skew;
  if (threadIdx.y < Rows && threadIdx.x < Columns)
    to[threadIdx.y][threadIdx.x] = value;
}

template <typename T, int Tile>
__global__ void gemm(const T *__restrict__ A, const T *__restrict__ B,
                     T *__restrict__ C, int M, int N, int K) {
  constexpr int Threads{Tile};
  __shared__ T As[Tile][Tile], Bs[Tile][Tile];
  const int top = blockIdx.y * Tile, left = blockIdx.x * Tile;
  T sum = 0;
  for (int k = 0; k < K; k += Tile) {
    load<T, Tile, Threads>(A, K, As, top, k, M, K);
    load<T, Threads, Tile>(B, N, Bs, k, left, K, N);
    __syncthreads();
    for (int i = 0; i < Tile; ++i)
      sum += As[threadIdx.y][i] * Bs[i][threadIdx.x];
    __syncthreads();
  }
  if (top + threadIdx.y < M && left + threadIdx.x < N)
    C[(top + threadIdx.y) * N + left + threadIdx.x] = sum;
}

template __global__ void gemm<float, 8>(const float *, const float *, float *,
                                        int, int, int);
template __global__ void gemm<double, 8>(const double *, const double *,
                                         double *, int, int, int);
