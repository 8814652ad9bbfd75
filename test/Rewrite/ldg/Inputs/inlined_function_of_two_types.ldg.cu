// A function template whose parameters have the types of its arguments, arrays
// and pointers, and defaults that the calls leave out; the kernel is there for
// two types.
//

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
  __shared__ T As_stages[2][Tile][Tile], Bs_stages[2][Tile][Tile];
  const int top = blockIdx.y * Tile, left = blockIdx.x * Tile;
  T sum = 0;

  // The next tile, in registers.
  T next_value, next_value2;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    {
      const int row{top + int(threadIdx.y)};
      const int column{k + int(threadIdx.x)};
      if (row < M && column < K)
        next_value = A[row * K + column];
    }
    {
      const int row{k + int(threadIdx.y)};
      const int column{left + int(threadIdx.x)};
      if (row < K && column < N)
        next_value2 = B[row * N + column];
    }
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (K > 0)
    fetch_tile(0);

  for (int k = 0; k < K; k += Tile) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    {
      const int row{top + int(threadIdx.y)};
      const int column{k + int(threadIdx.x)};
      T value{static_cast<T>(0)};
      if (row < M && column < K)
        value = next_value + 0;
      if (threadIdx.y < Tile && threadIdx.x < Threads)
        As[threadIdx.y][threadIdx.x] = value;
    }
    {
      const int row{k + int(threadIdx.y)};
      const int column{left + int(threadIdx.x)};
      T value{static_cast<T>(0)};
      if (row < K && column < N)
        value = next_value2 + 0;
      if (threadIdx.y < Threads && threadIdx.x < Tile)
        Bs[threadIdx.y][threadIdx.x] = value;
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + Tile < K)
      fetch_tile(k + Tile);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < Tile; ++i)
      sum += As[threadIdx.y][i] * Bs[i][threadIdx.x];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  if (top + threadIdx.y < M && left + threadIdx.x < N)
    C[(top + threadIdx.y) * N + left + threadIdx.x] = sum;
}

template __global__ void gemm<float, 8>(const float *, const float *, float *,
                                        int, int, int);
template __global__ void gemm<double, 8>(const double *, const double *,
                                         double *, int, int, int);
