// An object keeps where a thread reads and where it stores, as libraries of sparse matrices have
// them: what is read through one member is no use of the tile that the other leads to.
//
// RUN: %rewrite_and_run ldg-single walk -DMORE "-DKERNELS=walk,walk_template<float,64,32>"
// RUN: %golden ldg-single

struct Ends {
  const float *values_;
  float *base_;
};

__global__ void walk(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile_array[32];
  float *tile = tile_array;
  Ends s = {A + threadIdx.x, tile + threadIdx.x};
  float sum = 0;
  for (; n >= 32; n -= 32) {
    s.base_[0] = __ldg(s.values_);
    s.values_ += 32;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + threadIdx.x);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

template <typename Value, int Items, int Width> struct Loader {
  __device__ Loader(int columns, int t, const float *__restrict__ values, Value *tile)
      : columns_(columns), values_(reinterpret_cast<const Value *>(values) + t),
        base_(reinterpret_cast<Value *>(tile) + t) {}

  __device__ void load() {
#pragma unroll
    for (int i = 0; i < Items / Width; ++i)
      base_[i * Width] = __ldg(values_ + i * Width);
    values_ += Items;
  }

  const int columns_;
  const Value *values_;
  Value *base_;
};

template <typename Value, int Items, int Width>
__global__ void walk_template(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ Value tile_array[Items];
  Value *tile = tile_array;
  Loader<Value, Items, Width> loader(n, threadIdx.x, A, tile);
  float sum = 0;
  for (; n >= Items; n -= Items) {
    loader.load();
    __syncthreads();
    for (int i = 0; i < Items; ++i)
      sum += tile[i] * (i + threadIdx.x);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
template __global__ void walk_template<float, 64, 32>(const float *, float *, int);
