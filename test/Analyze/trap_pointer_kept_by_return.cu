// The tile's address comes back from a helper and is kept.
//
// RUN: %never_wrong

__device__ const float *same(const float *p) { return p; }
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  const float *keep = nullptr;
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[k * 8 + tx];
    __syncthreads();
    const float *q = same(As);
    keep = k == 0 ? q : keep;
    acc += keep[tx ^ 1];
    __syncthreads();
  }
  C[tx] = acc;
}
