// A method makes the object point to what the loop writes: A is restrict, and
// the object no longer has it.
//
// RUN: %never_wrong

struct View {
  const float *data;
  __device__ void set(const float *to) { data = to; }
  __device__ float at(int i) const { return data[i]; }
};

__global__ void trap(const float *__restrict__ A, float *C, int K) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  View view = {A};
  view.set(C);
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = view.at(k * 64 + t);
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}
