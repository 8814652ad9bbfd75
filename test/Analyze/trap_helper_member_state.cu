// An object remembers where it is; what its function stores moves with it.
//
// RUN: %never_wrong

struct Loader {
  int at;
  __device__ void load(float *dst, const float *src) {
    dst[(threadIdx.x + at) % 64] = src[threadIdx.x];
    at += 8;
  }
};

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  Loader loader{0};
  float acc = 0;
  for (int k = 0; k < K; k += 8) {
    loader.load(tile, A + k);
    __syncthreads();
    acc += tile[63 - t];
    __syncthreads();
  }
  C[t] = acc;
}
