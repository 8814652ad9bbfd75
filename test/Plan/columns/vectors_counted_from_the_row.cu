// Vectors counted from the start of a row; those of the twin from a column of elements.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=auto %s 2>&1 | FileCheck %s

__global__ void rows(const float *__restrict__ B, float *__restrict__ C,
                     int K) {
  __shared__ float Bs[8][128];
  const int t = threadIdx.x, tx = t % 16;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'rows': the columns of 'Bs' stay as they are: 'row[t % 32]' in line [[#]]: it is not proved to stay in one group of 128 bytes
  for (int k0 = 0; k0 < K; k0 += 1024) {
    for (int i = 0; i < 1024; i += 128)
      Bs[i / 128][t] = B[k0 + i + t];
    __syncthreads();
    for (int k = 0; k < 8; ++k) {
      for (int j = 0; j < 8; ++j)
        sum += Bs[k][tx * 8 + j];
      const float4 *row = reinterpret_cast<const float4 *>(&Bs[k][0]);
      sum += row[t % 32].x;
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
      const float4 *pair = reinterpret_cast<const float4 *>(&Bs[k][tx * 8]);
      sum += pair[1].x;
    }
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *B, float *C, int K) {
  rows<<<1, 128>>>(B, C, K);
  twin<<<1, 128>>>(B, C, K);
}
