// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s
// Allocation, copies, symbols, properties, errors.

#include <cstdio>

__constant__ float coefficients[16];
__device__ int flag;

int main() {
  float host[16], *device, *pinned;
  cudaMalloc(&device, sizeof(host));
  cudaMalloc((void **)&device, sizeof(host));
  cudaMallocHost(&pinned, 64);
  cudaMallocManaged(&device, 64);
  cudaMallocAsync(&device, 64, cudaStream_t(0));
  cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(coefficients, host, sizeof(host));
  cudaMemcpyFromSymbol(host, flag, 4);
  void *address;
  cudaGetSymbolAddress(&address, coefficients);
  cudaMemcpy2D(device, 64, host, 64, 16, 4, cudaMemcpyDefault);
  cudaMemset(device, 0, 64);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  int shared = properties.sharedMemPerBlockOptin + properties.major;
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaEventRecord(event);
  float ms;
  cudaEventElapsedTime(&ms, event, event);
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess)
    printf("%s %d\n", cudaGetErrorString(error), shared);
  return cudaDeviceSynchronize();
}
