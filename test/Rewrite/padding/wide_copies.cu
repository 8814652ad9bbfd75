// Words that are copied four at a time: rows stay multiples of 16 bytes. Columns
// would be free of conflicts with 4 bytes more, but the copies would be narrow.
//
// RUN: %rewrite_and_run cpasync wide_rows --pad=auto --widen=auto
// RUN: %golden cpasync

__global__ void wide_rows(const float *__restrict__ A, float *__restrict__ C,
                          int K) {
  __shared__ float As[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[tx][i];
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  wide_rows<<<1, dim3(32, 32)>>>(A, C, K);
}
