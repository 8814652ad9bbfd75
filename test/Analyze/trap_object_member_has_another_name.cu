// A pointer in an object is set by its address.
//
// RUN: %never_wrong

struct View {
  const float *data;
  int size;
};

__global__ void trap(const float *__restrict__ A, float *C, int K) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  View view = {A, K};
  const float **data = &view.data;
  *data = C;
  float sum = 0;
  for (int k = 0; k < view.size; ++k) {
    tile[t] = view.data[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}
