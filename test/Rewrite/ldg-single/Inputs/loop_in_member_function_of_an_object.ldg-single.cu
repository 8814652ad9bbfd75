// A class keeps the pointers, the tile among them, its own index and the sum; a
// constructor sets them. Only the members that differ from thread to thread do.
//

template <int Width> class Block {
public:
  __device__ Block(float *tile, const float *A, int n)
      : tile_(tile), A_(A), n_(n), t_(threadIdx.x), sum_(0.0f) {}

  __device__ void run() {
    // The next tile, on its way to shared memory.
    float tile_reg;

    // Loads one tile into registers.
    auto fetch_tile = [&](int k) { tile_reg = A_[k + t_]; };

    // Stores the loaded tile to shared memory.
    auto store_tile = [&] { tile_[t_] = tile_reg; };

    // Prologue: the first tile.
    {
      int k = 0;
      if (k < n_) {
        fetch_tile(k);
        store_tile();
      }
    }

    // Main loop. Its last trip, with no tile left to load, is the epilogue.
    for (int k = 0; k < n_; k += Width) {
      __syncthreads();

      // Fetch the next tile while this one is computed.
      const int k_next = k + Width;
      const bool has_next = k_next < n_;
      if (has_next)
        fetch_tile(k_next);
      __syncwarp(); // Keeps the loads in front of the math.

      for (int i = 0; i < Width; ++i)
        sum_ += tile_[i] * (i + t_);

      __syncthreads();
      if (has_next)
        store_tile();
    }
  }
  __device__ void store(float *out) const { out[t_] = sum_; }

private:
  float *tile_;
  const float *A_;
  int n_, t_;
  float sum_;
};

__global__ void launch(const float *A, float *out, int n) {
  __shared__ float tile[32];
  Block<32> block(tile, A, n);
  block.run();
  block.store(out);
}
