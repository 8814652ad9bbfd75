// What a subscript gives passes its pointers on to the constructor of its base class;
// and an atomic operation through it is a statement, although the proxies end with it.
//
// RUN: %rewrite_and_run ldg,ldg-single walk -DPADDED -DKERNELS=reads,adds

struct Base {
  __device__ Base(float *__restrict__ data, const int *strides)
      : data_(data), strides_(strides) {}

protected:
  float *__restrict__ data_;
  const int *strides_;
};

struct Row : Base {
  __device__ Row(float *__restrict__ data, const int *strides)
      : Base(data, strides) {}
  __device__ float &operator[](int i) { return data_[strides_[0] * i]; }
};

struct Rows {
  __device__ Row operator[](int i) const {
    return Row(data_ + strides_[0] * i, strides_ + 1);
  }
  float *__restrict__ data_;
  int strides_[2];
};

__global__ void reads(const float *__restrict__ A, float *out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  const Rows from = {const_cast<float *>(A), {32, 1}};
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = from[k / 32][t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void adds(const float *__restrict__ A, float *out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  const Rows to = {out, {1, 1}};
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    float sum = 0.0f;
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    if (sum != 0.0f) {
      atomicAdd(&to[0][t], sum);
    }
    __syncthreads();
  }
}
