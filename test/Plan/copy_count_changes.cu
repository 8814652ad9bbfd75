// The step of the copy loop changes: no register count can be given. A step
// that nobody changes is as good as a constant.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %s 2>&1 | FileCheck %s

// CHECK: 'changed' left alone: {{.*}} [copy-count-unknown]
__global__ void changed(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  int stride = 32;
  if (K > 1000)
    stride = 64;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 128) {
    for (int i = t; i < 128; i += stride)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'changed_by_reference' left alone: {{.*}} [copy-count-unknown]
__device__ void halve(int &x) { x /= 2; }
__global__ void changed_by_reference(const float *__restrict__ A,
                                     float *__restrict__ C, int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  int stride = 64;
  halve(stride);
  float sum = 0.0f;
  for (int k = 0; k < K; k += 128) {
    for (int i = t; i < 128; i += stride)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'unchanged' pipelined
__global__ void unchanged(const float *__restrict__ A, float *__restrict__ C,
                          int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  int stride = 32;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 128) {
    for (int i = t; i < 128; i += stride)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}
