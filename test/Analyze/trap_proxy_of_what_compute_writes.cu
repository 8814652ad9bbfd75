// A proxy of a proxy leads to what compute writes.
//
// RUN: %never_wrong

struct View;
struct Row {
  __device__ Row(const View &view, float *p) : view(view), p(p) {}
  __device__ float &operator[](int j) const { return p[j]; }
  const View &view;
  float *const p;
};
struct View {
  __device__ Row operator[](int i) const { return Row(*this, p + i * 64); }
  float *p;
};

__global__ void trap(const float *__restrict__ A, float *C, int K) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  View view{C};
  C[t] = A[t];
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = view[0][t];
    __syncthreads();
    sum = sum * 2 + tile[63 - t];
    C[t] = sum;
    __syncthreads();
  }
  C[t] = sum;
}
