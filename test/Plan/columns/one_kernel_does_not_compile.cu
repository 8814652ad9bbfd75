// Where skewed columns would not compile, in a lambda that captures nothing, other kernels have theirs all the same. A row length with a comma is one argument.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --pad=auto %s > %t 2>&1
// RUN: FileCheck %s < %t

__global__ void nothing(const float *__restrict__ B, float *__restrict__ C,
                        int K) {
  __shared__ float Bs[8][128];
  const int t = threadIdx.x, tx = t % 16;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'nothing': the columns of its tiles stay as they are: the text would not compile
  for (int k0 = 0; k0 < K; k0 += 1024) {
    for (int i = 0; i < 1024; i += 128)
      Bs[i / 128][t] = B[k0 + i + t];
    __syncthreads();
    for (int k = 0; k < 8; ++k) {
      for (int j = 0; j < 8; ++j)
        sum += Bs[k][tx * 8 + j];
      auto last = [](int row, unsigned lane) { return Bs[row][lane % 128]; };
      sum += last(k, t);
    }
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void twin(const float *__restrict__ B, float *__restrict__ C,
                     int K) {
  __shared__ float Bs[8][(void(), 128)];
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
      auto last = [&](int row, unsigned lane) { return Bs[row][lane % 128]; };
      sum += last(k, t);
    }
    __syncthreads();
  }
  C[t] = sum;
}
// CHECK: +  __shared__ float Bs[8][skewed((void(), 128))];

void launch(const float *B, float *C, int K) {
  nothing<<<1, 128>>>(B, C, K);
  twin<<<1, 128>>>(B, C, K);
}
