// The tile's address is kept in a copy of a copy of a struct.
//
// RUN: %never_wrong

struct V {
  const float *p;
};
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  V keep{nullptr};
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[k * 8 + tx];
    __syncthreads();
    V v;
    v.p = As;
    V w = v;
    if (k == 0)
      keep = w;
    acc += keep.p[tx ^ 1];
    __syncthreads();
  }
  C[tx] = acc;
}
