// Much math for each load hides it where many warps take turns. A grid of fewer blocks than
// there is room for has not got them, whatever a multiprocessor could hold.
// RUN: cuda-pipeline-rewrite --explain %s 2>&1 | FileCheck %s
// CHECK: K-loop in 'large' left alone: pipelining will not pay: {{[0-9.]+}} math instructions for each load, and room for {{[0-9]+}} of 64 warps to take turns
// CHECK: K-loop in 'unknown' left alone: pipelining will not pay
// CHECK: K-loop in 'both' left alone: pipelining will not pay
// CHECK: K-loop in 'small' pipelined
__global__ void large(const float *__restrict__ A, float *__restrict__ o, int n) {
  __shared__ float s[128];
  float acc = 0;
  for (int k = 0; k < n; k += 128) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 128; ++j)
      for (int i = 0; i < 16; ++i)
        acc += s[j] * s[(j + i) & 127];
    __syncthreads();
  }
  o[blockIdx.x * 128 + threadIdx.x] = acc;
}
__global__ void unknown(const float *__restrict__ A, float *__restrict__ o, int n) {
  __shared__ float s[128];
  float acc = 0;
  for (int k = 0; k < n; k += 128) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 128; ++j)
      for (int i = 0; i < 16; ++i)
        acc += s[j] * s[(j + i) & 127];
    __syncthreads();
  }
  o[blockIdx.x * 128 + threadIdx.x] = acc;
}
__global__ void both(const float *__restrict__ A, float *__restrict__ o, int n) {
  __shared__ float s[128];
  float acc = 0;
  for (int k = 0; k < n; k += 128) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 128; ++j)
      for (int i = 0; i < 16; ++i)
        acc += s[j] * s[(j + i) & 127];
    __syncthreads();
  }
  o[blockIdx.x * 128 + threadIdx.x] = acc;
}
__global__ void small(const float *__restrict__ A, float *__restrict__ o, int n) {
  __shared__ float s[128];
  float acc = 0;
  for (int k = 0; k < n; k += 128) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 128; ++j)
      for (int i = 0; i < 16; ++i)
        acc += s[j] * s[(j + i) & 127];
    __syncthreads();
  }
  o[blockIdx.x * 128 + threadIdx.x] = acc;
}

void run(const float *A, float *o, int n) {
  large<<<4096, 128>>>(A, o, n);
  unknown<<<n / 128, 128>>>(A, o, n);
  both<<<1, 128>>>(A, o, n);
  both<<<dim3(64, 64), 128>>>(A, o, n);
  small<<<1, 128>>>(A, o, n);
}
