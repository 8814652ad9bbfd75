// One member function has the K-loop, others of the same object load and compute;
// the tile is an array that they are given, or that they name. What load() does
// takes its place in the loop, though it names private members.
//

template <int Width, typename T> class Block {
public:
  __device__ Block(const T *A, int n) : A_(A), n_(n), t_(threadIdx.x), sum_(0) {}

  __device__ void run() {
    __shared__ T tile_stages[2][Width];

    // The next tile, in registers.
    T next_tile;

    // Loads one tile into registers.
    auto fetch_tile = [&](int k) {
      next_tile = A_[k + t_];
    };

    // Prologue: load the first tile.
    int stage = 0;
    if (n_ > 0)
      fetch_tile(0);

    for (int k = 0; k < n_; k += Width) {
      auto &tile = tile_stages[stage];
      tile[t_] = next_tile;
      __syncthreads();

      // Prefetch the next tile while this one is computed.
      if (k + Width < n_)
        fetch_tile(k + Width);
      __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

      compute(tile);

      stage ^= 1; // The other is free: all who read it are past the barrier.
    }
    // All are done with the last tile, and see what others wrote.
    __syncthreads();
  }
  __device__ void store(T *out) const { out[t_] = sum_; }

private:
  __device__ void load(T (&tile)[Width], int k) { tile[t_] = A_[k + t_]; }

  __device__ void compute(const T (&tile)[Width]) {
    for (int i = 0; i < Width; ++i)
      sum_ += tile[i] * (i + t_);
  }

  const T *A_;
  int n_, t_;
  T sum_;
};

__global__ void launch(const float *A, float *out, int n) {
  Block<32, float> block(A, n);
  block.run();
  block.store(out);
}
