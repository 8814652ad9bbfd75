// A typedef may promise less alignment than the type.
//
// RUN: %never_wrong

typedef float4 f4u __attribute__((aligned(4)));
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float4 As[64];
  int tx = threadIdx.x;
  float acc = 0;
  const f4u *A2 = (const f4u *)(A + 1);
  for (int k = 0; k < K; k += 8) {
    As[tx] = A2[k * 8 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j) & 63].x;
    __syncthreads();
  }
  C[tx] = acc;
}
