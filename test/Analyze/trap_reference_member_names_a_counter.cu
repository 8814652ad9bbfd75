// An object keeps a reference to the counter: what it returns is of this trip.
//
// RUN: %never_wrong

struct At {
  __device__ At(const int &k, const float *p) : k(k), p(p) {}
  __device__ float get(int t) const { return p[k * 64 + t]; }
  const int &k;
  const float *const p;
};

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  int k = 0;
  At at(k, A);
  float sum = 0;
  for (; k < K; ++k) {
    tile[t] = at.get(t);
    __syncthreads();
    sum = sum * 2 + tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
