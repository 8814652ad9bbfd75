// The class of the loader has the kernel's own sizes: what is written at the object
// takes the place of the class's parameters, which is right in every instantiation.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gemm -DTILE=16 -DRAGGED '-DKERNEL=gemm<16>'
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gemm -DTILE=8 '-DKERNEL=gemm<8>'
// RUN: %golden ldg

template <typename T, int Rows, int Columns> struct Loader {
  const T *from;
  int rows, columns;

  __device__ void load(T (&tile)[Rows][Columns], int row, int column) const {
    for (int i = threadIdx.y; i < Rows; i += Columns) {
      const bool inside = row + i < rows && column + threadIdx.x < columns;
      tile[i][threadIdx.x] =
          inside ? from[(row + i) * columns + column + threadIdx.x] : T(0);
    }
  }
};

template <int Size>
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[Size][Size], Bs[Size][Size];
  const int row = blockIdx.y * Size, column = blockIdx.x * Size;
  const Loader<float, Size, Size> a = {A, M, K}, b = {B, K, N};
  float sum = 0.0f;
  for (int k = 0; k < K; k += Size) {
    a.load(As, row, k);
    b.load(Bs, k, column);
    __syncthreads();
    for (int i = 0; i < Size; ++i)
      sum += As[threadIdx.y][i] * Bs[i][threadIdx.x];
    __syncthreads();
  }
  if (row + threadIdx.y < M && column + threadIdx.x < N)
    C[(row + threadIdx.y) * N + column + threadIdx.x] = sum;
}
template __global__ void gemm<8>(const float *, const float *, float *, int, int,
                                 int);
template __global__ void gemm<16>(const float *, const float *, float *, int,
                                  int, int);
