// A constructor writes what the next trip loads, through a struct of pointers.
//
// RUN: %never_wrong

struct P {
  float *out;
};
struct W {
  __device__ W(P *p, int i, float v) { p->out[i] = v; }
};
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  P p;
  p.out = const_cast<float *>(A);
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[k * 8 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
    W w(&p, (k + 8) * 8 + tx, acc);
    __syncthreads();
  }
  C[tx] = acc;
}
