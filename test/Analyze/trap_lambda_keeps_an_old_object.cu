// A lambda copied an object before it changed.
//
// RUN: %never_wrong

struct Place {
  int k;
};

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64], other[64];
  const int t = threadIdx.x;
  float acc = 0;
  Place at = {t / 2};
  auto load = [=](float *dst, int k) { dst[t] = A[at.k + k]; };
  at.k = 0;
  for (int k = 0; k < K; k += 8) {
    load(tile, k);
    load(other, at.k);
    __syncthreads();
    acc += tile[63 - t] * other[t];
    __syncthreads();
  }
  C[t] = acc;
}
