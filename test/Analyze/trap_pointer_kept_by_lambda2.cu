// A lambda made in the body keeps the tile's address.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  const float *keep = nullptr;
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[k * 8 + tx];
    __syncthreads();
    auto put = [&] { keep = As; };
    if (k == 0)
      put();
    acc += keep[tx ^ 1];
    __syncthreads();
  }
  C[tx] = acc;
}
