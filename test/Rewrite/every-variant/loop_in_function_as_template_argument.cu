// The function with the K-loop is a template argument of the kernel, which passes
// it the tile's place; behind the loop some threads have nothing to write.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gemm -DTILE=8 -DRAGGED \
// RUN:   "-DKERNEL=gemm<addProduct>"

typedef void (*ProductFn)(const float *A, const float *B, float *C, int rows,
                          int cols, int depth, int width);

__device__ void addProduct(const float *A, const float *B, float *C, int rows,
                           int cols, int depth, int width) {
  __shared__ float As[8][8];
  __shared__ float Bs[8][8];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;

  for (int k = 0; k < depth; k += 8) {
    __syncthreads();
    As[y][x] = y < rows && k + x < depth ? A[y * depth + k + x] : 0.0f;
    Bs[y][x] = k + y < depth && x < cols ? B[(k + y) * width + x] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      sum += As[y][i] * Bs[i][x];
  }

  if (y >= rows || x >= cols)
    return;
  C[y * width + x] = sum;
}

template <ProductFn Product>
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  const int row = blockIdx.y * 8, col = blockIdx.x * 8;
  Product(A + row * K, B + col, C + row * N + col, M - row, N - col, K, N);
}
template __global__ void gemm<addProduct>(const float *__restrict__,
                                          const float *__restrict__,
                                          float *__restrict__, int, int, int);
