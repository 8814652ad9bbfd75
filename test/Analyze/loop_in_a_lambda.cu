// Lambdas around a K-loop that stay: called twice, or for a value; with copies of what
// changes before the call; with a name that means something else where it is called;
// with another loop in between.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: K-loop in 'twice' left alone: {{.*}}cannot take the place of one call{{.*}} [unsupported-loop]
__global__ void twice(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  auto add = [&] {
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[t ^ 1];
      __syncthreads();
    }
  };
  add();
  add();
  C[t] = sum;
}

// CHECK: K-loop in 'value' left alone: {{.*}}cannot take the place of one call{{.*}} [unsupported-loop]
__global__ void value(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  auto add = [&] {
    float sum = 0.0f;
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[t ^ 1];
      __syncthreads();
    }
    return sum;
  };
  C[t] = add();
}

// CHECK: K-loop in 'stale' left alone: {{.*}} [unsupported-loop]
__global__ void stale(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  auto add = [=, &sum] {
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[t ^ 1];
      __syncthreads();
    }
  };
  K += 64; // the lambda has the old one
  add();
  C[t] = sum + K;
}

// CHECK: K-loop in 'hidden' left alone: {{.*}} [unsupported-loop]
__global__ void hidden(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  auto add = [&] {
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[t ^ 1];
      __syncthreads();
    }
  };
  {
    const int K = 64;
    sum += K;
    add();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'between' left alone: {{.*}} [unsupported-loop]
__global__ void between(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  auto add = [&] {
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[t ^ 1];
      __syncthreads();
    }
  };
  for (int i = 0; i < K; ++i)
    sum += C[i];
  add();
  C[t] = sum;
}

// CHECK: K-loop in 'threads_part' left alone: {{.*}}; without that: {{.*}}[barrier-not-uniform] [unsupported-loop]
__global__ void threads_part(const float *__restrict__ A,
                             float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  auto add = [&] {
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[t ^ 1];
      __syncthreads();
    }
  };
  if (t < 32) {
    add();
  }
  __syncthreads();
  C[t] = sum;
}

// CHECK: K-loop in 'accepted' pipelined: cpasync
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  auto add = [&] {
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[t ^ 1];
      __syncthreads();
    }
  };
  add();
  C[t] = sum;
}
