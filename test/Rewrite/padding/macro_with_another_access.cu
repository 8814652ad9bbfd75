// Rows that are longer are wrong for a macro that another configuration defines by
// a flat index, though this one does not.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=auto %s 2>&1 | FileCheck %s

#ifdef FLAT
#define AT(tile, i, j) tile[0][(i) * 32 + (j)]
#define COLUMN(i) ((i) * 32)
#define MAC(to, x, y) to = fmaf(x, y, to)
#else
#define AT(tile, i, j) tile[i][j]
#define COLUMN(i) (i)
#define MAC(to, x, y) to += (x) * (y)
#endif

#define KERNEL(NAME)                                                          \
  __global__ void NAME(const float *__restrict__ A, float *__restrict__ C,    \
                       int K)

KERNEL(flat) {
  // CHECK: remark: K-loop in 'flat': the rows of 'Bs' stay as they are: its name stands in text that is not compiled
  __shared__ float Bs[32][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k0 = 0; k0 < K; k0 += 1024) {
    for (int i = 0; i < 1024; i += 64)
      Bs[i / 32 + t / 32][t % 32] = A[k0 + i + t];
    __syncthreads();
    for (int k = 0; k < 32; ++k)
      sum += AT(Bs, t % 32, k);
    __syncthreads();
  }
  C[t] = sum;
}

KERNEL(column) {
  // CHECK: remark: K-loop in 'column': the rows of 'Bs' stay as they are: its name stands in text that is not compiled
  __shared__ float Bs[32][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k0 = 0; k0 < K; k0 += 1024) {
    for (int i = 0; i < 1024; i += 64)
      Bs[i / 32 + t / 32][t % 32] = A[k0 + i + t];
    __syncthreads();
    for (int k = 0; k < 32; ++k)
      sum += Bs[t % 32][COLUMN(k)];
    __syncthreads();
  }
  C[t] = sum;
}

KERNEL(twin) {
  // CHECK: remark: K-loop in 'twin': the rows of 'Bs' are {{.*}} longer
  __shared__ float Bs[32][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k0 = 0; k0 < K; k0 += 1024) {
    for (int i = 0; i < 1024; i += 64)
      Bs[i / 32 + t / 32][t % 32] = A[k0 + i + t];
    __syncthreads();
    for (int k = 0; k < 32; ++k)
      MAC(sum, Bs[t % 32][k], 2.0f);
    __syncthreads();
  }
  C[t] = sum;
}
