// No columns are skewed for who asks for longer rows, or none.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=16 %s 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=none %s 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=auto %s -- -std=c++14 2>&1 | FileCheck --check-prefix=OLD %s
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=auto %s 2>&1 | FileCheck %s

__global__ void twin(const float *__restrict__ B, float *__restrict__ C,
                     int K) {
  __shared__ float Bs[8][128];
  const int t = threadIdx.x, tx = t % 16;
  float sum = 0;
  // NONE-NOT: {{^.}} {{ *}}constexpr auto
  // OLD: the columns of 'Bs' stay as they are: that takes a constexpr lambda, and so C++17
  // OLD-NOT: {{^.}} {{ *}}constexpr auto
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'twin': the columns of 'Bs' are skewed, 16 bytes left out after every 128
  for (int k0 = 0; k0 < K; k0 += 1024) {
    for (int i = 0; i < 1024; i += 128)
      Bs[i / 128][t] = B[k0 + i + t];
    __syncthreads();
    for (int k = 0; k < 8; ++k) {
      for (int j = 0; j < 8; ++j)
        sum += Bs[k][tx * 8 + j];
    }
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *B, float *C, int K) {
  twin<<<1, 128>>>(B, C, K);
}
/root/.pyenv/libexec/pyenv-hooks: line 24: enable: cannot open shared object /root/.pyenv/libexec/pyenv-realpath.dylib: /root/.pyenv/libexec/pyenv-realpath.dylib: cannot open shared object file: No such file or directory
