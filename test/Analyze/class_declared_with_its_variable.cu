// A class that a statement of the load declares together with a variable: that is no
// list of variables.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[64];
  const int tx = threadIdx.x;
  float acc = 0;
  for (int k = 0; k < K; k += 8) {
    {
      struct Value {
        float x;
      } value;
      value.x = A[k + tx];
      As[tx] = value.x;
    }
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
    __syncthreads();
  }
  C[tx] = acc;
}
