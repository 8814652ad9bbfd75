// A const method casts its object's const away, and redirects it.
//
// RUN: %never_wrong

struct View {
  const float *data;
  __device__ View &self() const { return const_cast<View &>(*this); }
  __device__ const float *move(const float *to) const {
    const_cast<View &>(*this).data = to;
    return data;
  }
  __device__ const float *at(int i) const { return data + i; }
};

__global__ void trap(const float *__restrict__ A, float *C, int K) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  View view = {A};
  view.move(C);
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = *view.at(k * 64 + t);
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}
