// With --assume-no-alias the pointers of a structure in memory are apart, too, if each
// parameter gets one of its own.
//
// RUN: cuda-pipeline-rewrite --explain --guess --assume-no-alias %s -o %t.cu 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --explain --guess %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=PLAIN

struct Front {
  int n;
  float *a, *b;
};

// CHECK-DAG: K-loop in 'apart' pipelined
// PLAIN-DAG: K-loop in 'apart' left alone: {{.*}}[source-may-change]
static __device__ void apart(int n, float *a, float *b) {
  __shared__ float tile[64];
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = a[k * 64 + threadIdx.x];
    __syncthreads();
    float sum = 0.0f;
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    b[k * 64 + threadIdx.x] -= sum;
    __syncthreads();
  }
}
__global__ void calls_apart(Front *fronts) {
  Front &front = fronts[blockIdx.x];
  apart(front.n, front.a, front.b);
}

// CHECK-DAG: K-loop in 'one_for_both' left alone: {{.*}}[source-may-change]
static __device__ void one_for_both(int n, float *a, float *b) {
  __shared__ float tile[64];
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = a[k * 64 + threadIdx.x];
    __syncthreads();
    float sum = 0.0f;
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    b[k * 64 + threadIdx.x] -= sum;
    __syncthreads();
  }
}
__global__ void calls_with_one(Front *fronts) {
  Front &front = fronts[blockIdx.x];
  one_for_both(front.n, front.a, front.a + 64);
}

// CHECK-DAG: K-loop in 'by_another_name' left alone: {{.*}}[source-may-change]
static __device__ void by_another_name(int n, float *a, float *b) {
  __shared__ float tile[64];
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = a[k * 64 + threadIdx.x];
    __syncthreads();
    float sum = 0.0f;
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    b[k * 64 + threadIdx.x] -= sum;
    __syncthreads();
  }
}
__global__ void calls_with_a_copy(Front *fronts) {
  Front &front = fronts[blockIdx.x];
  float *same = front.a;
  by_another_name(front.n, front.a, same);
}
