// operator= doubles what it converts.
//
// RUN: %never_wrong

struct Q {
  float x;
  Q() = default;
  __device__ void operator=(float o) { x = o * 2; }
};
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ Q As[64];
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[k * 8 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j) & 63].x;
    __syncthreads();
  }
  C[tx] = acc;
}
