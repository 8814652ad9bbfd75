// operator= of a class template doubles what it copies.
//
// RUN: %never_wrong

template <class T> struct V {
  T x;
  __device__ const V &operator=(const V &o) {
    x = o.x * 2;
    return o;
  }
};
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ V<float> As[64];
  const V<float> *A2 = (const V<float> *)A;
  for (int k = 0; k < K; k += 8) {
    As[tx] = A2[k * 8 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j) & 63].x;
    __syncthreads();
  }
  C[tx] = acc;
}
