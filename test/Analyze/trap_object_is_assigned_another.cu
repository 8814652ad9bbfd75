// The object is another one by the time of the loop; a struct inside of it, too.
//
// RUN: %never_wrong

struct View {
  const float *data;
  __device__ float at(int i) const { return data[i]; }
};
struct Pair {
  View a, b;
};

__global__ void trap(const float *__restrict__ A, float *C, int K) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  View other = {C};
  Pair pair = {{A}, {A}};
  pair.b = other;
  View view = pair.a;
  view = pair.b;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = view.at(k * 64 + t) + pair.b.at(k * 64 + t);
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}
