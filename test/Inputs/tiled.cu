__global__ void tiled(const float *__restrict__ A, float *__restrict__ out,
                      int K) {
  __shared__ float As[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[ty][i];
    __syncthreads();
  }
  out[ty * 32 + tx] = sum;
}
