// operator= doubles what it copies.
//
// RUN: %never_wrong

struct Q {
  float x;
  __device__ void operator=(const Q &o) { x = o.x * 2; }
};
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ Q As[64];
  const Q *A2 = (const Q *)A;
  for (int k = 0; k < K; k += 8) {
    As[tx] = A2[k * 8 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j) & 63].x;
    __syncthreads();
  }
  C[tx] = acc;
}
