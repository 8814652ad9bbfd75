// A temporary of an array is stored, then changed.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[256];
  for (int k = 0; k < K; k += 8) {
    float v[4];
    for (int i = 0; i < 4; ++i)
      v[i] = A[k * 8 + i * 64 + tx];
    As[tx] = v[0];
    v[0] = v[1] * 2;
    for (int i = 0; i < 3; ++i)
      As[(i + 1) * 64 + tx] = v[i];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) * 11 & 255];
    __syncthreads();
  }
  C[tx] = acc;
}
