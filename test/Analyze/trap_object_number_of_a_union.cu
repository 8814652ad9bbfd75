// A pointer and a number share their bytes: who sets the number sets the
// pointer, whichever it looks like.
//
// RUN: %never_wrong

union Bytes {
  const float *data;
  unsigned long long number;
  __device__ void set(const float *to) { number = (unsigned long long)to; }
};

__global__ void trap(const float *__restrict__ A, float *C, int K) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  Bytes bytes;
  bytes.data = A;
  bytes.set(C);
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = bytes.data[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}
