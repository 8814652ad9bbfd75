// A subscript that a macro makes, and one in the argument of a macro that means B, too. A macro may be a part of it.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=auto %s 2>&1 | FileCheck %s

#define WIDTH 8
#define AT(k, tx) Bs[k][tx * 8 + 1]
#define BOTH(c) sum += Bs[k][c] * B[c]

__global__ void whole(const float *__restrict__ B, float *__restrict__ C,
                     int K) {
  __shared__ float Bs[8][128];
  const int t = threadIdx.x, tx = t % 16;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'whole': the columns of 'Bs' stay as they are: {{.*}}its column is spelled by a macro
  for (int k0 = 0; k0 < K; k0 += 1024) {
    for (int i = 0; i < 1024; i += 128)
      Bs[i / 128][t] = B[k0 + i + t];
    __syncthreads();
    for (int k = 0; k < 8; ++k) {
      for (int j = 0; j < 8; ++j)
        sum += Bs[k][tx * 8 + j];
      sum += AT(k, tx);
    }
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void argument(const float *__restrict__ B, float *__restrict__ C,
                     int K) {
  __shared__ float Bs[8][128];
  const int t = threadIdx.x, tx = t % 16;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'argument': the columns of 'Bs' stay as they are: {{.*}}its column is spelled by a macro
  for (int k0 = 0; k0 < K; k0 += 1024) {
    for (int i = 0; i < 1024; i += 128)
      Bs[i / 128][t] = B[k0 + i + t];
    __syncthreads();
    for (int k = 0; k < 8; ++k) {
      for (int j = 0; j < 8; ++j)
        sum += Bs[k][tx * 8 + j];
      BOTH(tx * 8);
    }
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void twin(const float *__restrict__ B, float *__restrict__ C,
                     int K) {
  __shared__ float Bs[8][128];
  const int t = threadIdx.x, tx = t % 16;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'twin': the columns of 'Bs' are skewed, 8 bytes left out after every 128
  for (int k0 = 0; k0 < K; k0 += 1024) {
    for (int i = 0; i < 1024; i += 128)
      Bs[i / 128][t] = B[k0 + i + t];
    __syncthreads();
    for (int k = 0; k < 8; ++k) {
      for (int j = 0; j < 8; ++j)
        sum += Bs[k][tx * 8 + j];
      sum += Bs[k][tx * WIDTH + 1];
    }
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *B, float *C, int K) {
  whole<<<1, 128>>>(B, C, K);
  argument<<<1, 128>>>(B, C, K);
  twin<<<1, 128>>>(B, C, K);
}
