// A column that looks like a multiple of 8 and is none: squeezed through bool, from a float, a counter in front of its loop.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=auto %s 2>&1 | FileCheck %s

__global__ void boolean(const float *__restrict__ B, float *__restrict__ C,
                     int K) {
  __shared__ float Bs[8][128];
  const int t = threadIdx.x, tx = t % 16;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'boolean': the columns of 'Bs' stay as they are: 'p[j]' in line [[#]]: it is not proved to stay in one group of 128 bytes
  for (int k0 = 0; k0 < K; k0 += 1024) {
    for (int i = 0; i < 1024; i += 128)
      Bs[i / 128][t] = B[k0 + i + t];
    __syncthreads();
    for (int k = 0; k < 8; ++k) {
      for (int j = 0; j < 8; ++j)
        sum += Bs[k][tx * 8 + j];
      const bool column = tx * 8;
      const float *p = &Bs[k][(column & 63) + 24];
      for (int j = 0; j < 8; ++j)
        sum += p[j];
    }
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void real(const float *__restrict__ B, float *__restrict__ C,
                     int K) {
  __shared__ float Bs[8][128];
  const int t = threadIdx.x, tx = t % 16;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'real': the columns of 'Bs' stay as they are: 'p[j]' in line [[#]]: it is not proved to stay in one group of 128 bytes
  for (int k0 = 0; k0 < K; k0 += 1024) {
    for (int i = 0; i < 1024; i += 128)
      Bs[i / 128][t] = B[k0 + i + t];
    __syncthreads();
    for (int k = 0; k < 8; ++k) {
      for (int j = 0; j < 8; ++j)
        sum += Bs[k][tx * 8 + j];
      const int column = 8 * (tx * 0.4f);
      const float *p = &Bs[k][column & 63];
      for (int j = 0; j < 8; ++j)
        sum += p[j];
    }
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void counter(const float *__restrict__ B, float *__restrict__ C,
                     int K) {
  __shared__ float Bs[8][128];
  const int t = threadIdx.x, tx = t % 16;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'counter': the columns of 'Bs' stay as they are: 'p[j]' in line [[#]]: it is not proved to stay in one group of 128 bytes
  for (int k0 = 0; k0 < K; k0 += 1024) {
    for (int i = 0; i < 1024; i += 128)
      Bs[i / 128][t] = B[k0 + i + t];
    __syncthreads();
    for (int k = 0; k < 8; ++k) {
      for (int j = 0; j < 8; ++j)
        sum += Bs[k][tx * 8 + j];
      int i = k * 5;
      const float *p = &Bs[k][i & 63];
      for (i = 0; i < 8; i += 8)
        for (int j = 0; j < 8; ++j)
          sum += p[j];
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
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'twin': the columns of 'Bs' are skewed, 16 bytes left out after every 128
  for (int k0 = 0; k0 < K; k0 += 1024) {
    for (int i = 0; i < 1024; i += 128)
      Bs[i / 128][t] = B[k0 + i + t];
    __syncthreads();
    for (int k = 0; k < 8; ++k) {
      for (int j = 0; j < 8; ++j)
        sum += Bs[k][tx * 8 + j];
      const char column = tx * 8 % 128;
      const float *p = &Bs[k][column];
      for (int j = 0; j < 8; ++j)
        sum += p[j];
    }
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *B, float *C, int K) {
  boolean<<<1, 128>>>(B, C, K);
  real<<<1, 128>>>(B, C, K);
  counter<<<1, 128>>>(B, C, K);
  twin<<<1, 128>>>(B, C, K);
}
