// An object of the thread keeps a pointer to the tile and one to its results: what its functions
// store leads to the results only. It keeps the address, so there is one buffer.
//
// RUN: %rewrite_and_run ldg-single walk
//
// All of the load moves, not its reads alone:
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain -o /dev/null %s 2>&1 | FileCheck %s
// CHECK: K-loop in 'walk' pipelined: ldg-single, one buffer

struct Product {
  const float *tile_;
  float *results_;
  int at_;

  __device__ Product(const float *tile, float *results, int t)
      : tile_(tile + t / 16), results_(results), at_(t % 16) {}

  __device__ void add(int i) {
    results_[i % 2] += tile_[(at_ + i) % 30];
  }
};

__global__ void walk(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float results[2] = {};
  Product product(tile, results, t);
  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      product.add(i);
    __syncthreads();
  }
  out[t] = results[0] - results[1];
}
