// A helper returns the pointer kept before, or the tile's address.
//
// RUN: %never_wrong

__device__ const float *first(const float *p, const float *q) {
  return p ? p : q;
}
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  const float *keep = nullptr;
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[k * 8 + tx];
    __syncthreads();
    keep = first(keep, As);
    acc += keep[tx ^ 1];
    __syncthreads();
  }
  C[tx] = acc;
}
