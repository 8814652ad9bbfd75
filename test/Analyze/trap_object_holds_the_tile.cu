// A view of the tile: what is stored through it is stored to the tile.
//
// RUN: %never_wrong

struct View {
  float *data;
  __device__ float &operator()(int i) const { return data[i]; }
};
__device__ View viewOf(float *data) {
  View view;
  view.data = data;
  return view;
}

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  View view = viewOf(tile);
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    view(t) = A[k * 64 + t];
    __syncthreads();
    sum += view(63 - t);
    if (k % 3 == 1)
      view(63 - t) = sum;
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
