// The compute phase is a call: templates that take the tile as pointer to
// const, as reference to an array, as a row.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gemm -DTILE=8 -DLOOSE \
// RUN:   "-DKERNEL=helpers::gemm<8>"

namespace helpers {

template <int N>
__device__ __forceinline__ float dot(const float *row, const float (*columns)[N],
                                     int column) {
  float sum = 0.0f;
#pragma unroll
  for (int i = 0; i < N; ++i)
    sum += row[i] * columns[i][column];
  return sum;
}

template <int N>
__device__ float largest(const float (&tile)[N][N], int row) {
  float value = tile[row][0];
  for (int i = 1; i < N; ++i)
    value = fmaxf(value, tile[row][i]);
  return value;
}

__device__ inline void accumulate(float &sum, float value) { sum += value; }

template <int N>
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N_, int K) {
  __shared__ float As[N][N];
  __shared__ float Bs[N][N];
  const int x = threadIdx.x, y = threadIdx.y;
  A += (blockIdx.y * N + y) * K + x;
  B += y * N_ + blockIdx.x * N + x;

  float sum = 0.0f, top = 0.0f;
  for (int k = 0; k < K; k += N) {
    As[y][x] = *A;
    Bs[y][x] = *B;
    A += N;
    B += N * N_;
    __syncthreads();
    accumulate(sum, dot<N>(As[y], Bs, x));
    top = fmaxf(top, largest(As, x));
    __syncthreads();
  }

  C[(blockIdx.y * N + y) * N_ + blockIdx.x * N + x] = sum + top;
}

template __global__ void gemm<8>(const float *, const float *, float *, int, int,
                                 int);

} // namespace helpers
