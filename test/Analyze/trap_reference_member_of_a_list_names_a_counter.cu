// The same, of an object without a constructor.
//
// RUN: %never_wrong

struct At {
  const int &k;
  const float *p;
  __device__ const float &at(int t) const { return p[k * 64 + t]; }
};

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  int k = 0;
  At source{k, A};
  float sum = 0;
  for (; k < K; ++k) {
    tile[t] = source.at(t);
    __syncthreads();
    sum = sum * 2 + tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
