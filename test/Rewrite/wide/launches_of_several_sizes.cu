// Blocks of several sizes: the test asks for one that a launch gives.
//
// RUN: %rewrite_and_run cpasync wide_names --widen=auto -DKERNEL=rows \
// RUN:   -DSIZE=1920+whole
// RUN: grep -v CHECK %t.cpasync.cu | FileCheck %s

// CHECK: blockDim.x == 64
__global__ void rows(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    for (int i = t; i < 512; i += blockDim.x)
      tile[i / 32][i % 32] = A[i / 32 * 128 + k + i % 32];
    __syncthreads();
    for (int r = 0; r < 16; ++r)
      sum += tile[r][t % 32];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K, bool small) {
  if (small)
    rows<<<1, 64>>>(A, C, K);
  else
    rows<<<1, 128>>>(A, C, K);
}
