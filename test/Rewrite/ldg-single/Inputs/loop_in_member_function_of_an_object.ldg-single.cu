// A class keeps the pointers, the tile among them, its own index and the sum; a
// constructor sets them. Only the members that differ from thread to thread do.
//

template <int Width> class Block {
public:
  __device__ Block(float *tile, const float *A, int n)
      : tile_(tile), A_(A), n_(n), t_(threadIdx.x), sum_(0.0f) {}

  __device__ void run() {
    // The next tile, in registers.
    float next_tile_;

    // Loads one tile into registers.
    auto fetch_tile = [&](int k) { next_tile_ = A_[k + t_]; };

    // Prologue: load the first tile.
    if (n_ > 0)
      fetch_tile(0);

    for (int k = 0; k < n_; k += Width) {
      tile_[t_] = next_tile_;
      __syncthreads();

      // Prefetch the next tile while this one is computed.
      if (k + Width < n_)
        fetch_tile(k + Width);
      __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

      for (int i = 0; i < Width; ++i)
        sum_ += tile_[i] * (i + t_);
      __syncthreads();
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
