// A copy of the object has its pointers in each other's places.
//
// RUN: %never_wrong

struct Pair {
  const float *first;
  const float *second;
};

__global__ void trap(const float *__restrict__ A, float *C, int K) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  Pair pair = {A, C};
  Pair turned = pair;
  turned.first = pair.second;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = k ? turned.first[k * 64 + t] : pair.first[t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}
