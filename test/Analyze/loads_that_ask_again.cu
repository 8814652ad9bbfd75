// __ldcv asks for what others have stored meanwhile, and who sleeps waits for them.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: K-loop in 'loads_again' left alone: {{.*}}'__ldcv'{{.*}} [volatile-access]
__global__ void loads_again(const float *A, int *flags, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = __ldcv(&A[k + t]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'asks_behind_compute' left alone: {{.*}}'__ldcv'{{.*}} [volatile-access]
__global__ void asks_behind_compute(const float *A, int *flags, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    if (__ldcv(&flags[k]) == 0)
      __trap();
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'sleeps' left alone: {{.*}}'__nanosleep'{{.*}} [volatile-access]
__global__ void sleeps(const float *A, int *flags, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    for (int tries = 0; tries < 9 && !__ldcg(&flags[k]); ++tries)
      __nanosleep(100);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'loads_once' pipelined: ldg
__global__ void loads_once(const float *A, int *flags, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = __ldcs(&A[k + t]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    if (__ldcg(&flags[k]) == 0)
      __trap();
    __syncthreads();
  }
  C[t] = sum;
}
