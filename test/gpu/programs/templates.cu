// A template in a namespace, tiles in dynamic memory, two instantiations.
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

namespace blas {

template <int TILE, typename T>
__global__ void matmul(const T *__restrict__ A, const T *__restrict__ B,
                       T *__restrict__ C, int M, int N, int K) {
  extern __shared__ unsigned char memory[];
  T *As = reinterpret_cast<T *>(memory);
  T *Bs = As + TILE * TILE;
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  T sum = 0;
  for (int k = 0; k < K; k += TILE) {
    As[ty * TILE + tx] = A[row * K + k + tx];
    Bs[ty * TILE + tx] = B[(k + ty) * N + col];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[ty * TILE + i] * Bs[i * TILE + tx];
    __syncthreads();
  }
  C[row * N + col] = sum;
}

} // namespace blas

template <int TILE, typename T> void run(int M, int N, int K) {
  std::vector<T> A(M * K), B(K * N), C(M * N);
  for (int i = 0; i < M * K; ++i)
    A[i] = T(i % 37) / 3 - 5;
  for (int i = 0; i < K * N; ++i)
    B[i] = T(i % 41) / 7 - 2;
  T *dA, *dB, *dC;
  cudaMalloc(&dA, A.size() * sizeof(T));
  cudaMalloc(&dB, B.size() * sizeof(T));
  cudaMalloc(&dC, C.size() * sizeof(T));
  cudaMemcpy(dA, A.data(), A.size() * sizeof(T), cudaMemcpyHostToDevice);
  cudaMemcpy(dB, B.data(), B.size() * sizeof(T), cudaMemcpyHostToDevice);
  for (int i = 0; i < 3; ++i)
    blas::matmul<TILE, T>
        <<<dim3(N / TILE, M / TILE), dim3(TILE, TILE),
           2 * TILE * TILE * sizeof(T)>>>(dA, dB, dC, M, N, K);
  cudaMemcpy(C.data(), dC, C.size() * sizeof(T), cudaMemcpyDeviceToHost);
  std::printf("C[1] = %f, %s\n", double(C[1]),
              cudaGetErrorString(cudaGetLastError()));
  cudaFree(dA);
  cudaFree(dB);
  cudaFree(dC);
}

int main() {
  run<32, float>(256, 512, 384);
  run<16, double>(64, 128, 96);
  run<32, float>(64, 64, 64);
}
