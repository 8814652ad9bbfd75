// What an array of pointers starts with is not all that is ever in it.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *C, int K) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  const float *from[2] = {A, A};
  from[1] = C;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = from[1][k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}
