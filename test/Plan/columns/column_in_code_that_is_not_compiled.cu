// Another name for a row stands in code that an #if switches off. In the twin it is another thing.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=auto %s 2>&1 | FileCheck %s

__global__ void hidden(const float *__restrict__ B, float *__restrict__ C,
                     int K) {
  __shared__ float Bs[8][128];
  const int t = threadIdx.x, tx = t % 16;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'hidden': the columns of 'Bs' stay as they are: its name stands in text that is not compiled
  for (int k0 = 0; k0 < K; k0 += 1024) {
    for (int i = 0; i < 1024; i += 128)
      Bs[i / 128][t] = B[k0 + i + t];
    __syncthreads();
    for (int k = 0; k < 8; ++k) {
      for (int j = 0; j < 8; ++j)
        sum += Bs[k][tx * 8 + j];
      const float *row = Bs[k];
      sum += row[0];
#ifdef CHECKED
      sum += row[t];
#endif
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
      const float *row = Bs[k];
      sum += row[0];
#ifdef CHECKED
      sum += k;
#endif
    }
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *B, float *C, int K) {
  hidden<<<1, 128>>>(B, C, K);
  twin<<<1, 128>>>(B, C, K);
}
