// A view made in each trip leads to the other half of the tile each time, and what the
// trip before has stored is read, too.
//
// RUN: %never_wrong

struct View {
  float *data;
  __device__ float &operator()(int i) const { return data[i]; }
};

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[128];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    const View view{tile + k % 2 * 64};
    view(t) = A[k * 64 + t];
    __syncthreads();
    sum = sum * 2 + view(63 - t);
    if (k > 0)
      sum += tile[(k + 1) % 2 * 64 + t];
    __syncthreads();
  }
  C[t] = sum;
}
