// Column-major SGEMM in the way of 2008: a thread has a row of 16 results, A
// comes straight from memory, only B through a tile of 16 x 16. Blocks of 16 x
// 4.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__device__ void saxpy16(float a, const float *b, float *c) {
#pragma unroll
  for (int i = 0; i < 16; i++)
    c[i] += a * b[i];
}

__global__ void sgemm_column(const float *A, int lda, const float *B, int ldb,
                             float *C, int ldc, int k) {
  const int inx = threadIdx.x;
  const int iny = threadIdx.y;
  const int ibx = blockIdx.x * 64;
  const int iby = blockIdx.y * 16;
  const int id = inx + iny * 16;

  A += ibx + id;
  B += inx + (iby + iny) * ldb;
  C += ibx + id + iby * ldc;
  const float *Blast = B + k;

  float c[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

  do {
    __shared__ float bs[16][17];
    bs[inx][iny] = B[0 * ldb];
    bs[inx][iny + 4] = B[4 * ldb];
    bs[inx][iny + 8] = B[8 * ldb];
    bs[inx][iny + 12] = B[12 * ldb];
    __syncthreads();

    float a[4] = {A[0 * lda], A[1 * lda], A[2 * lda], A[3 * lda]};
#pragma unroll
    for (int i = 0; i < 16; i += 4) {
      saxpy16(a[0], bs[i], c);
      saxpy16(a[1], bs[i + 1], c);
      saxpy16(a[2], bs[i + 2], c);
      saxpy16(a[3], bs[i + 3], c);
      A += 4 * lda;
      if (i < 12) {
        a[0] = A[0 * lda];
        a[1] = A[1 * lda];
        a[2] = A[2 * lda];
        a[3] = A[3 * lda];
      }
    }
    B += 16;
    __syncthreads();
  } while (B < Blast);

  for (int i = 0; i < 16; i++, C += ldc)
    C[0] = c[i];
}

extern "C" void launch(const float *A, const float *B, float *C, int m, int n,
                       int k) {
  sgemm_column<<<dim3(m / 64, n / 16), dim3(16, 4)>>>(A, m, B, k, C, m, k);
}
