// The load's own `v` goes into a register; computing, `v` is the object's.
//

struct Sum {
  int t;
  float v;

  __device__ void run(float *tile, const float *A, int n) {
    // The next tile, in registers.
    float next_tile;

    // Loads one tile into registers.
    auto fetch_tile = [&](int k) {
      {
        next_tile = A[k + t];
      }
    };

    // Prologue: load the first tile.
    if (n > 0)
      fetch_tile(0);

    for (int k = 0; k < n; k += 32) {
      {
        tile[t] = next_tile;
      }
      __syncthreads();

      // Prefetch the next tile while this one is computed.
      if (k + 32 < n)
        fetch_tile(k + 32);
      __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

      for (int i = 0; i < 32; ++i)
        v = v * 0.5f + tile[i];
      __syncthreads();
    }
  }
};

template <typename T> struct Sums {
  int t;
  T v;

  __device__ void run(T *tile, const T *A, int n) {
    // The next tile, in registers.
    T next_tile;

    // Loads one tile into registers.
    auto fetch_tile = [&](int k) {
      if (k + t < n) {
        next_tile = A[k + t];
      }
    };

    // Prologue: load the first tile.
    if (n > 0)
      fetch_tile(0);

    for (int k = 0; k < n; k += 32) {
      if (k + t < n) {
        tile[t] = next_tile;
      }
      __syncthreads();

      // Prefetch the next tile while this one is computed.
      if (k + 32 < n)
        fetch_tile(k + 32);
      __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

      for (int i = 0; i < 32; ++i)
        v = v * T(0.5) + tile[i] * T(t);
      __syncthreads();
    }
  }
};

__global__ void launch(const float *A, float *out, int n) {
  __shared__ float tile[32];
  Sum sum{int(threadIdx.x), 0.0f};
  sum.run(tile, A, n);
  __syncthreads();
  Sums<float> sums{int(threadIdx.x), 0.0f};
  sums.run(tile, A, n);
  out[threadIdx.x] = sum.v + sums.v;
}
