// A view remembers how often it was asked: made anew in each trip, it would forget.
//
// RUN: %never_wrong

struct Cursor {
  float *data;
  mutable int asked;
  __device__ float &operator()(int i) const { return data[(i + ++asked) % 64]; }
};

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  float sum = 0;
  Cursor cursor{tile, 0};
  for (int k = 0; k < K; ++k) {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    sum = sum * 2 + cursor(t);
    __syncthreads();
  }
  C[t] = sum;
}
