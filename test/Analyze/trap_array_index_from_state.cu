// A temporary of an array is chosen by the load's state.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[256];
  int n = 0;
  for (int k = 0; k < K; k += 8) {
    float v[4] = {0, 0, 0, 0};
    v[n & 3] = A[k * 8 + tx];
    n++;
    v[n & 3] = A[4096 + k * 8 + tx];
    for (int i = 0; i < 4; ++i)
      As[i * 64 + tx] = v[i];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) * 11 & 255];
    __syncthreads();
  }
  C[tx] = acc;
}
