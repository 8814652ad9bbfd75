// What a subscript gives keeps a reference to the tensor, for its strides: nobody sets
// a pointer through that. Proxies of proxies, const or not, kept in front of the loop.
//
// RUN: %rewrite_and_run ldg,ldg-single walk -DPADDED -DKERNELS=reads,reads_const,reads_a_row

template <class Of, int Dims> class Slice;

template <class T, int Dims> class Tensor {
public:
  typedef T Value;
  enum { NumDims = Dims };
  __device__ Tensor(T *__restrict__ data, int rows) : data_(data) {
    size_[0] = rows;
    size_[Dims - 1] = stride_[0] = 32;
    stride_[Dims - 1] = 1;
  }
  __device__ Slice<Tensor<T, Dims>, Dims - 1> operator[](int i) {
    return Slice<Tensor<T, Dims>, Dims - 1>(
        Slice<Tensor<T, Dims>, Dims>(*this, data_)[i]);
  }
  __device__ const Slice<Tensor<T, Dims>, Dims - 1> operator[](int i) const {
    return Slice<Tensor<T, Dims>, Dims - 1>(
        Slice<Tensor<T, Dims>, Dims>(const_cast<Tensor<T, Dims> &>(*this), data_)[i]);
  }
  __device__ int stride(int d) const { return stride_[d]; }
  __device__ int size(int d) const { return size_[d]; }

private:
  T *data_;
  int stride_[Dims], size_[Dims];
};

template <class Of> class Slice<Of, 0> {
public:
  __device__ Slice(Of &of, typename Of::Value *data) : of_(of), data_(data) {}
  __device__ operator typename Of::Value &() { return *data_; }
  __device__ operator const typename Of::Value &() const { return *data_; }

private:
  Of &of_;
  typename Of::Value *const data_;
};

template <class Of, int Dims> class Slice {
public:
  __device__ Slice(Of &of, typename Of::Value *data) : of_(of), data_(data) {}
  __device__ Slice<Of, Dims - 1> operator[](int i) {
    return Slice<Of, Dims - 1>(of_, data_ + i * of_.stride(Of::NumDims - Dims));
  }
  __device__ const Slice<Of, Dims - 1> operator[](int i) const {
    return Slice<Of, Dims - 1>(of_, data_ + i * of_.stride(Of::NumDims - Dims));
  }

private:
  Of &of_;
  typename Of::Value *const data_;
};

__global__ void reads(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  Tensor<const float, 2> from(A, n / 32);
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

__global__ void reads_const(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  const Tensor<const float, 2> from(A, n / 32);
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

__global__ void reads_a_row(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  Tensor<const float, 2> from(A, 1);
  auto row = from[0];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = row[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  out[t] = sum;
}
