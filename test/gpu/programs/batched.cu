// Arrays of pointers, memory of a pool, streams that have not ended.
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

__global__ void batched(float *const *As, float *const *Bs, float **Cs, int n) {
  __shared__ float a[32][32];
  __shared__ float b[32][32];
  const float *__restrict__ A = As[blockIdx.z];
  const float *__restrict__ B = Bs[blockIdx.z];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    a[ty][tx] = A[row * n + k + tx];
    b[ty][tx] = B[(k + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += a[ty][i] * b[i][tx];
    __syncthreads();
  }
  Cs[blockIdx.z][row * n + col] = sum;
}

__global__ void fill(float *p, int n, float step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = step * (i % 29) - 1;
}

int main() {
  const int n = 128, batch = 5;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  std::vector<float *> pointers(3 * batch);
  for (float *&p : pointers) {
    cudaMallocAsync(&p, n * n * sizeof(float), stream);
    fill<<<n * n / 256, 256, 0, stream>>>(p, n * n,
                                          0.1f * (&p - pointers.data() + 1));
  }
  float **table;
  cudaMalloc(&table, pointers.size() * sizeof(float *));
  cudaMemcpyAsync(table, pointers.data(), pointers.size() * sizeof(float *),
                  cudaMemcpyHostToDevice, stream);
  batched<<<dim3(n / 32, n / 32, batch), dim3(32, 32), 0, stream>>>(
      table, table + batch, table + 2 * batch, n);
  std::vector<float> C(n * n);
  cudaMemcpyAsync(C.data(), pointers.back(), C.size() * sizeof(float),
                  cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  std::printf("C[1] = %f, %s\n", C[1], cudaGetErrorString(cudaGetLastError()));
}
