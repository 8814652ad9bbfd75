// 16 bytes a thread through int4; the compute phase reads single bytes.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single bytes

typedef signed char int8;

__global__ void bytes(const int8 *__restrict__ A, const int8 *__restrict__ B,
                      int *__restrict__ C, int K) {
  // 16 rows of 32 bytes each; thread t fetches half a row.
  __shared__ __align__(16) int8 a[16][32];
  __shared__ __align__(16) int8 b[16][32];
  const int row = threadIdx.x / 2, half = threadIdx.x % 2 * 16;
  int sums[8] = {0};

  for (int k = 0; k < K; k += 32) {
    *(int4 *)&a[row][half] = *(const int4 *)&A[row * K + k + half];
    *(int4 *)(&b[row][0] + half) = __ldg((const int4 *)(B + row * K + k + half));
    __syncthreads();

    for (int j = 0; j < 8; ++j)
      for (int i = 0; i < 32; ++i)
        sums[j] += a[row][i] * b[half / 2 + j][i];
    __syncthreads();
  }

  for (int j = 0; j < 8; ++j)
    C[row * 16 + half / 2 + j] = sums[j];
}
