// An object keeps a pointer to the tile and one to its results. Its function stores to the tile,
// or the pointers change places: then it may be the tile that is stored.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o /dev/null %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain -o /dev/null %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SINGLE

struct Product {
  float *tile_;
  float *results_;

  __device__ Product(float *tile, float *results) : tile_(tile), results_(results) {}

  __device__ void add(int i) { results_[i % 2] += tile_[i]; }
  __device__ void scale(int i) { tile_[i] *= 2.0f; }
  __device__ void swap() {
    float *other = tile_;
    tile_ = results_;
    results_ = other;
  }
};

// CHECK: K-loop in 'scales' left alone: {{.*}} [shared-write-in-compute]
__global__ void scales(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float results[32] = {};
  Product product(tile, results);
  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    product.scale(t);
    for (int i = 0; i < 32; ++i)
      product.add(i);
    __syncthreads();
  }
  out[t] = results[0];
}

// CHECK: K-loop in 'swapped' left alone:
__global__ void swapped(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float results[32] = {};
  Product product(tile, results);
  product.swap();
  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      product.add(i);
    __syncthreads();
  }
  out[t] = results[0];
}

// CHECK: K-loop in 'the_other_way' left alone: {{.*}} [shared-write-in-compute]
__global__ void the_other_way(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float results[32] = {};
  Product product(results, tile);
  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      product.add(i);
    __syncthreads();
  }
  out[t] = results[0];
}

// What is in the way here is the address that the object keeps.
// CHECK: K-loop in 'adds' left alone: {{.*}} [tile-used-outside-loop]
// SINGLE: K-loop in 'adds' pipelined: ldg-single, one buffer
__global__ void adds(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float results[32] = {};
  Product product(tile, results);
  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      product.add(i);
    __syncthreads();
  }
  out[t] = results[0];
}
