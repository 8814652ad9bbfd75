// The loop stands in a static member function of a class template: what is
// instantiated is rewritten, the pattern is no function of its own.
//
// RUN: %rewrite_and_run ldg-single gemm -DTILE=16

template <int T> struct Gemm {
  static __device__ void run(const float *A, const float *B, float *C, int N,
                             int K, float (&as)[T][T], float (&bs)[T][T]) {
    const int row = blockIdx.y * T + threadIdx.y;
    const int col = blockIdx.x * T + threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < K; k += T) {
      as[threadIdx.y][threadIdx.x] = A[row * K + k + threadIdx.x];
      bs[threadIdx.y][threadIdx.x] = B[(k + threadIdx.y) * N + col];
      __syncthreads();
      for (int i = 0; i < T; ++i)
        sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
      __syncthreads();
    }
    C[row * N + col] = sum;
  }
};

__global__ void gemm(const float *A, const float *B, float *C, int M, int N,
                     int K) {
  __shared__ float as[16][16];
  __shared__ float bs[16][16];
  Gemm<16>::run(A, B, C, N, K, as, bs);
}
