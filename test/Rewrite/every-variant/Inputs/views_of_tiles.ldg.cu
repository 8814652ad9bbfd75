// Views of tiles: objects that hold a pointer into one, and whose operators return its
// elements. Each trip makes its own, of its stage; what is stored by them is named.
//

template <typename E> struct Matrix {
  E *data;
  int columns;
  __device__ E &operator()(int r, int c) const { return data[r * columns + c]; }
};

template <typename E> class Strip {
public:
  __device__ Strip(E *data, int length) : data(data), length(length) {}
  __device__ const E &operator[](int i) const { return data[i]; }
  __device__ int size() const { return length; }

private:
  E *data;
  int length;
};

constexpr int T = 16;

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float a_tile_stages[2][T * T], b_tile_stages[2][T * T];
  const Matrix<const float> a{A, K}, b{B, N};
  const int x = threadIdx.x, y = threadIdx.y;
  const int r = blockIdx.y * T + y, c = blockIdx.x * T + x;
  float sum = 0.0f;

  // The next tile, in registers.
  float next_a_tile, next_b_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_a_tile = a.data[r * a.columns + (k + x)];
    next_b_tile = b.data[(k + y) * b.columns + c];
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &a_tile = a_tile_stages[stage];
    auto &b_tile = b_tile_stages[stage];
    // The tiles.
    const Matrix<float> as{a_tile, T};
    const Matrix<float> bs{b_tile, T};
    as.data[y * as.columns + x] = next_a_tile;
    bs.data[y * bs.columns + x] = next_b_tile;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0) {
    fetch_tile(0);
    store_tile(stage);
  }

  for (int k = 0; k < K; k += T) {
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const bool has_next = k + T < K;
    if (has_next)
      fetch_tile(k + T);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    auto &a_tile = a_tile_stages[stage];
    auto &b_tile = b_tile_stages[stage];

    const Matrix<float> bs{b_tile, T};
    const Strip<float> row(a_tile + y * T, T);
    for (int i = 0; i < row.size(); ++i)
      sum += row[i] * bs(i, x);

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1; // This one is free from the next barrier on.
  }
  C[r * N + c] = sum;
}
