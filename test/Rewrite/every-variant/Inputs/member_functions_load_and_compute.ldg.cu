// One member function has the K-loop, others of the same object load and compute;
// the tile is an array that they are given, or that they name. What load() does
// takes its place in the loop, though it names private members.
//

template <int Width, typename T> class Block {
public:
  __device__ Block(const T *A, int n) : A_(A), n_(n), t_(threadIdx.x), sum_(0) {}

  __device__ void run() {
    __shared__ T tile_stages[2][Width];

    // The next tile, on its way to shared memory.
    T tile_reg;

    // Loads one tile into registers.
    auto fetch_tile = [&](int k) {
      tile_reg = A_[k + t_];
    };

    // Stores the loaded tile to shared memory.
    auto store_tile = [&](int stage) {
      auto &tile = tile_stages[stage];
      tile[t_] = tile_reg;
    };

    // Prologue: the first tile into stage 0.
    int stage = 0;
    {
      int k = 0;
      if (k < n_) {
        fetch_tile(k);
        store_tile(stage);
      }
    }

    // Main loop. Its last trip, with no tile left to load, is the epilogue.
    for (int k = 0; k < n_; k += Width) {
      __syncthreads();

      // The next tile travels while this one is computed.
      const int k_next = k + Width;
      const bool has_next = k_next < n_;
      if (has_next)
        fetch_tile(k_next);
      __syncwarp(); // Keeps the loads in front of the math.

      auto &tile = tile_stages[stage];

      compute(tile);

      if (has_next)
        store_tile(stage ^ 1);
      stage ^= 1;
    }
    // Nobody goes on while the last tile is still being computed.
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
