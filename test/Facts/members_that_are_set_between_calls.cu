// A function is called twice, and what it counts to is set in between: the same for
// all threads in each call. Where each thread sets its own, it is not.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 | FileCheck %s

struct Sum {
  const float *A;
  int K;
  float sum;
  // CHECK: K-loop in 'add' pipelined: cpasync
  __device__ void add() {
    __shared__ float tile[64];
    for (int k = 0; k < K; k += 64) {
      tile[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      sum += tile[threadIdx.x ^ 1];
      __syncthreads();
    }
  }
};

__global__ void halves(const float *A, float *C, int K) {
  Sum s{A, K, 0.0f};
  s.add();
  s.K = K / 2;
  s.add();
  C[threadIdx.x] = s.sum;
}

struct OwnSum {
  const float *A;
  int K;
  float sum;
  // CHECK: K-loop in 'add' left alone: {{.*}}'k < K' may differ from thread to thread: it names a member, which is the same for all only if nothing but the initializers of its class sets it; {{.*}}cuda-pipeline-check finds out whether they do [barrier-not-uniform]
  __device__ void add() {
    __shared__ float tile[64];
    for (int k = 0; k < K; k += 64) {
      tile[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      sum += tile[threadIdx.x ^ 1];
      __syncthreads();
    }
  }
};

__global__ void parts(const float *A, float *C, int K) {
  OwnSum s{A, K, 0.0f};
  s.add();
  s.K = K / (1 + threadIdx.x % 2);
  s.add();
  C[threadIdx.x] = s.sum;
}
