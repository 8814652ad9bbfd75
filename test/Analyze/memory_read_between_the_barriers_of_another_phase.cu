// Behind the trip's last barrier, other threads' elements are read: the barrier stays
// if compute writes them.
//
// RUN: cuda-pipeline-rewrite --variant=ldg -o %t.cu %s
// RUN: grep -v '^//' %t.cu | FileCheck %s

// CHECK-LABEL: void trip
// CHECK: C[64 + t] = sum;
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: sum += C[64 + (t ^ 1)];
__global__ void trip(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    C[64 + t] = sum;
    __syncthreads();
    sum += C[64 + (t ^ 1)];
  }
  C[t] = sum;
}

// CHECK-LABEL: void twin
// CHECK: C[64 + t] = sum;
// CHECK-NOT: __syncthreads
// CHECK: sum += A[64 + (t ^ 1)];
__global__ void twin(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    C[64 + t] = sum;
    __syncthreads();
    sum += A[64 + (t ^ 1)];
  }
  C[t] = sum;
}
