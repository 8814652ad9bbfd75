// The callers write and read shared memory right before and after the call, and
// the barrier of the loop orders it.
//
// RUN: %never_wrong

__device__ float sum_up(const float *A, const float *other, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float acc = 0;
  for (int k = 0; k < K; k += 8) {
    __syncthreads();
    tile[t] = A[k + t];
    __syncthreads();
    acc += tile[63 - t] + other[63 - t];
  }
  return acc;
}

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float mine[64];
  const int t = threadIdx.x;
  float acc = 0;
  for (int i = 0; i < 3; ++i) {
    mine[t] = A[i + t];
    acc += sum_up(A, mine, K);
    __syncthreads();
  }
  C[t] = acc;
}
