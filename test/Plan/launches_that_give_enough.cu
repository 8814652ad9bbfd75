// A launch that gives enough for all stages stays as it is, one that does not grows by
// what is missing, and so does one of which that is not known. Of one out of sight it
// is said how much it must pass.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg -o %t.cu %s 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu | FileCheck %s --check-prefix=CODE

constexpr int N = 256;

// CHECK: 'enough' pipelined: ldg, 2 stages, 1024 bytes apart
__global__ void __launch_bounds__(64)
    enough(const float *A, float *C, int K) {
  extern __shared__ float memory[];
  float *tile = memory;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += N) {
    for (int i = t; i < N; i += 64)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < N; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'too_little' pipelined: ldg, 2 stages, 1024 bytes apart
__global__ void __launch_bounds__(64)
    too_little(const float *A, float *C, int K) {
  extern __shared__ float memory[];
  float *tile = memory;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += N) {
    for (int i = t; i < N; i += 64)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < N; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'unknown' pipelined: ldg, 2 stages, 1024 bytes apart
// CHECK: 'unknown': line [[#@LINE + 44]] tests the size that 'unknown' was launched with before
__global__ void __launch_bounds__(64)
    unknown(const float *A, float *C, int K) {
  extern __shared__ float memory[];
  float *tile = memory;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += N) {
    for (int i = t; i < N; i += 64)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < N; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'hidden' left alone: {{.*}} it is passed to 'run'; who launches it must pass at least 2048 bytes of dynamic shared memory
__global__ void __launch_bounds__(64)
    hidden(const float *A, float *C, int K) {
  extern __shared__ float memory[];
  float *tile = memory;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += N) {
    for (int i = t; i < N; i += 64)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < N; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

void run(void (*kernel)(const float *, float *, int));

// CODE: enough<<<1, 64, 2048>>>(A, C, K);
// CODE: too_little<<<1, 64, 2 * 1024>>>(A, C, K);
// CODE: unknown<<<1, 64, bytes + 1024>>>(A, C, K);
void launch(const float *A, float *C, int K, int bytes) {
  enough<<<1, 64, 2048>>>(A, C, K);
  too_little<<<1, 64, 2040>>>(A, C, K);
  if (bytes > 4096)
    return;
  unknown<<<1, 64, bytes>>>(A, C, K);
  run(hidden);
}
