// One member function has the K-loop, others of the same object load and compute;
// the tile is an array that they are given, or that they name. What load() does
// takes its place in the loop, though it names private members.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DPADDED "-DKERNEL=launch"
// RUN: %golden ldg

template <int Width, typename T> class Block {
public:
  __device__ Block(const T *A, int n) : A_(A), n_(n), t_(threadIdx.x), sum_(0) {}

  __device__ void run() {
    __shared__ T tile[Width];
    for (int k = 0; k < n_; k += Width) {
      load(tile, k);
      __syncthreads();
      compute(tile);
      __syncthreads();
    }
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
