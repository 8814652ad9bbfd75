// Views of tiles: objects that hold a pointer into one, and whose operators return its
// elements. Each trip makes its own, of its stage; what is stored by them is named.
//
// RUN: %rewrite_and_run cpasync,ldg gemm -DTILE=16
// RUN: %golden ldg

template <typename E> struct Matrix {
  E *data;
  int columns;
  __device__ E &operator()(int r, int c) const { return data[r * columns + c]; }
};

template <typename E> class Strip {
public:
  __device__ Strip(E *data, int length) : data(data), length(length) {}
  __device__ const E &operator[](int i) const { return data[i]; }
  __device__ int size() const { return length; }

private:
  E *data;
  int length;
};

constexpr int T = 16;

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float a_tile[T * T], b_tile[T * T];
  const Matrix<const float> a{A, K}, b{B, N};
  // The tiles.
  const Matrix<float> as{a_tile, T};
  const Matrix<float> bs{b_tile, T};
  const int x = threadIdx.x, y = threadIdx.y;
  const int r = blockIdx.y * T + y, c = blockIdx.x * T + x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += T) {
    as(y, x) = a(r, k + x);
    bs(y, x) = b(k + y, c);
    __syncthreads();
    const Strip<float> row(a_tile + y * T, T);
    for (int i = 0; i < row.size(); ++i)
      sum += row[i] * bs(i, x);
    __syncthreads();
  }
  C[r * N + c] = sum;
}
