__global__ void first(const float *__restrict__ A, float *__restrict__ out,
                      int K) {
  __shared__ float As[256];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 256) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void second(const float *__restrict__ A, float *__restrict__ out,
                       int K) {
  __shared__ float As[256];
  float product = 1.0f;
  for (int k = 0; k < K; k += 256) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      product *= As[i];
    __syncthreads();
  }
  out[threadIdx.x] = product;
}
