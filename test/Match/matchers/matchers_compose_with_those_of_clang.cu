// Ours beside Clang's, as in clang-query.
//
// RUN: print-matches 'forStmt(kLoop, hasIncrement(binaryOperator(hasOperatorName("+="))), hasAncestor(functionDecl(kernelOrDeviceFunction, hasName("kernel"))))' %s > %t.found
// RUN: grep -n '// match$' %s | diff - %t.found

__global__ void kernel(const float *A, float *C, int N) {
  __shared__ float Tile[64];
  for (int K = 0; K < N; K += 64) { // match
    Tile[threadIdx.x] = A[K + threadIdx.x];
    __syncthreads();
  }
  for (int K = 0; K < N; ++K) {
    Tile[threadIdx.x] = A[K + threadIdx.x];
    __syncthreads();
  }
}
__global__ void other(const float *A, float *C, int N) {
  __shared__ float Tile[64];
  for (int K = 0; K < N; K += 64) {
    Tile[threadIdx.x] = A[K + threadIdx.x];
    __syncthreads();
  }
}
