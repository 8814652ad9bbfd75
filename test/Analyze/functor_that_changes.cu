// An object that is called like a function, and that keeps something from call to
// call, or names for itself alone, is no load function of the loop.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 | FileCheck %s

struct Counting {
  const float *from;
  int calls;
  __device__ void operator()(float *to) {
    to[threadIdx.x] = from[calls * 64 + threadIdx.x];
    calls += 1;
  }
};

// CHECK: K-loop in 'used_behind' left alone: {{.*}} [load-value-used-in-compute]
__global__ void used_behind(const float *__restrict__ A,
                            float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  Counting load{A, 0};
  for (int k = 0; k < K; k += 64) {
    load(tile);
    __syncthreads();
    sum += tile[t ^ 1] * load.calls;
    load.calls += load.calls == 7;
    __syncthreads();
  }
  C[t] = sum;
}

class Hidden {
  const float *from;

public:
  __device__ explicit Hidden(const float *from) : from(from) {}
  __device__ void operator()(float *to, int k) const {
    to[threadIdx.x] = from[k + threadIdx.x];
  }
};

// CHECK: K-loop in 'hidden' left alone: {{.*}}'from', a member that is not public [unsupported-statement]
__global__ void hidden(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const Hidden load(A);
  for (int k = 0; k < K; k += 64) {
    load(tile, k);
    __syncthreads();
    sum += tile[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

struct Loader {
  const float *from;
  __device__ void operator()(float *to, int k) const {
    to[threadIdx.x] = from[k + threadIdx.x];
  }
};

// CHECK: K-loop in 'accepted' pipelined: cpasync
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const Loader load{A};
  for (int k = 0; k < K; k += 64) {
    load(tile, k);
    __syncthreads();
    sum += tile[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}
