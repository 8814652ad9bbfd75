// The class of the loader has the kernel's own sizes: what is written at the object
// takes the place of the class's parameters, which is right in every instantiation.
//

template <typename T, int Rows, int Columns> struct Loader {
  const T *from;
  int rows, columns;

  __device__ void load(T (&tile)[Rows][Columns], int row, int column) const {
    for (int i = threadIdx.y; i < Rows; i += Columns) {
      const bool inside = row + i < rows && column + threadIdx.x < columns;
      tile[i][threadIdx.x] =
          inside ? from[(row + i) * columns + column + threadIdx.x] : T(0);
    }
  }
};

template <int Size>
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As_stages[2][Size][Size], Bs_stages[2][Size][Size];
  const int row = blockIdx.y * Size, column = blockIdx.x * Size;
  const Loader<float, Size, Size> a = {A, M, K}, b = {B, K, N};
  float sum = 0.0f;

  // The next tile, in registers.
  constexpr int LOADS = (Size + Size - 1) / Size;
  float next_As[LOADS], next_Bs[LOADS];

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    #pragma unroll
    for (int n = 0; n < LOADS; ++n) {
      const int i = threadIdx.y + n * Size;
      if (i < Size) {
        const bool inside = row + i < a.rows && k + threadIdx.x < a.columns;
        next_As[n] = inside ? a.from[(row + i) * a.columns + k + threadIdx.x] : float(0);
      }
    }
    #pragma unroll
    for (int n = 0; n < LOADS; ++n) {
      const int i = threadIdx.y + n * Size;
      if (i < Size) {
        const bool inside = k + i < b.rows && column + threadIdx.x < b.columns;
        next_Bs[n] =
            inside ? b.from[(k + i) * b.columns + column + threadIdx.x] : float(0);
      }
    }
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (K > 0)
    fetch_tile(0);

  for (int k = 0; k < K; k += Size) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    #pragma unroll
    for (int n = 0; n < LOADS; ++n) {
      const int i = threadIdx.y + n * Size;
      if (i < Size) {
        As[i][threadIdx.x] = next_As[n];
      }
    }
    #pragma unroll
    for (int n = 0; n < LOADS; ++n) {
      const int i = threadIdx.y + n * Size;
      if (i < Size) {
        Bs[i][threadIdx.x] = next_Bs[n];
      }
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + Size < K)
      fetch_tile(k + Size);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < Size; ++i)
      sum += As[threadIdx.y][i] * Bs[i][threadIdx.x];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  if (row + threadIdx.y < M && column + threadIdx.x < N)
    C[(row + threadIdx.y) * N + column + threadIdx.x] = sum;
}
template __global__ void gemm<8>(const float *, const float *, float *, int, int,
                                 int);
template __global__ void gemm<16>(const float *, const float *, float *, int,
                                  int, int);
