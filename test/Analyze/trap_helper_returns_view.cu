// A helper returns the tile's address in a struct, which is kept.
//
// RUN: %never_wrong

struct View {
  float *p;
};
__device__ View view(float *p) {
  View v;
  v.p = p;
  return v;
}
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  View v{nullptr};
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[k * 8 + tx];
    __syncthreads();
    if (k == 0)
      v = view(As);
    for (int j = 0; j < 8; ++j)
      acc += v.p[(tx + j) & 63];
    __syncthreads();
  }
  C[tx] = acc;
}
