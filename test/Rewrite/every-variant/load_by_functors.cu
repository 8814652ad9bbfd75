// Objects that are called like functions load a tile, and member functions that are
// defined outside of their class template hold the K-loop.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single,cpasync3 walk -DMORE \
// RUN:   -DKERNELS=functor,template_functor,outside
// RUN: %golden cpasync

struct Loader {
  const float *from;
  int length;
  __device__ void operator()(float *to, int k) const {
    to[threadIdx.x] =
        threadIdx.x + k < length ? from[k + threadIdx.x] : 0.0f;
  }
};

__global__ void functor(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  const Loader load{A, n};
  for (int k = 0; k < n; k += 32) {
    load(tile, k);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

template <typename T, int Width> struct RowLoader {
  const T *row;
  __device__ void operator()(T (&to)[Width], int k, int length) const {
    for (int i = threadIdx.x; i < Width; i += 32)
      to[i] = i < length - k ? row[k + i] : T(0);
  }
};

__global__ void template_functor(const float *__restrict__ A,
                                 float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  RowLoader<float, 32> load{A};
  for (int k = 0; k < n; k += 32) {
    load(tile, k, n);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

template <int BK> struct Sum {
  const float *A;
  int n;
  __device__ float run(int t) const;
};

template <int BK> __device__ float Sum<BK>::run(int t) const {
  __shared__ float tile[BK];
  float sum = 1.0f;
  for (int k = 0; k < n; k += BK) {
    tile[t] = t < n - k ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < BK; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  return sum;
}

__global__ void outside(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  Sum<32> sum{A, n};
  out[threadIdx.x] += sum.run(threadIdx.x);
}
