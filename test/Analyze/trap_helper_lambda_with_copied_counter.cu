// A lambda holds the value that a variable had when it was made.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float acc = 0;
  for (int k = 0; k < K; k += 8) {
    auto load = [=, at = k + t](float *dst) { dst[at % 64] = A[k + t]; };
    load(tile);
    __syncthreads();
    acc += tile[63 - t];
    __syncthreads();
  }
  C[t] = acc;
}
