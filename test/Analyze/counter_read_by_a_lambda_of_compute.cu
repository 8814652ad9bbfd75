// A lambda of the compute phase reads the counter, which is still the loop's own there: the load
// phase has a copy. One that the load phase calls, that changes it, or that is made in front of the
// loop keeps the loop as it is.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --widen=none --explain -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.ldg.cu %s 2>&1 | FileCheck %s --check-prefix=LDG

// CHECK: K-loop in 'called' pipelined: cpasync
// LDG: K-loop in 'called' pipelined: ldg
__global__ void called(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    auto weighed = [&](int i) { return tile[i] * (k + i); };
    for (int i = 0; i < 64; ++i)
      sum += weighed(i);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'called_at_once' pipelined: cpasync
// LDG: K-loop in 'called_at_once' pipelined: ldg
__global__ void called_at_once(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    [&] {
      for (int i = 0; i < 64; ++i) {
        if (k + i == 1000)
          return;
        sum += tile[i] * (k + i);
      }
    }();
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'changed' left alone: {{.*}}[state-not-separable]
// LDG: K-loop in 'changed' left alone: {{.*}}[state-not-separable]
__global__ void changed(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    auto skip = [&] {
      if (K > 1000)
        k += 64;
    };
    sum += tile[63 - t];
    skip();
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'of_the_load' left alone: {{.*}}[state-not-separable]
// LDG: K-loop in 'of_the_load' left alone: {{.*}}[state-not-separable]
__global__ void of_the_load(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    auto at = [&](int i) { return k + 2 * i - i; };
    tile[t] = A[at(t)];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * at(i);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'in_front' left alone: {{.*}}[state-not-separable]
// LDG: K-loop in 'in_front' left alone: {{.*}}[state-not-separable]
__global__ void in_front(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;
  auto weight = [&](int i) { return k + i; };
  for (; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * weight(i);
    __syncthreads();
  }
  C[t] = sum;
}
