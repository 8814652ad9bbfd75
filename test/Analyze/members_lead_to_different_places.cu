// Two pointers in one object: each leads to what it was given, as long as nothing gives it
// the other's.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

struct Problem {
  const float *in;
  float *out;
  int n;
  __device__ Problem(const float *in, float *out, int n) : in(in), out(out), n(n) {}
  __device__ void store(int i, float x) { out[i] = x; }
  __device__ void turn() {
    const float *was = in;
    in = out;
    out = const_cast<float *>(was);
  }
};

// CHECK: K-loop in 'accepted' pipelined: ldg
__global__ void __launch_bounds__(64) accepted(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  Problem p(A, C, n);
  float sum = 0.0f;
  for (int k = 0; k < p.n; k += 64) {
    tile[t] = p.in[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * i;
    p.out[k + t] = sum;
    __syncthreads();
  }
}

// CHECK: K-loop in 'given_the_other' left alone
__global__ void __launch_bounds__(64) given_the_other(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  Problem p(A, C, n);
  p.in = p.out;
  float sum = 0.0f;
  for (int k = 0; k < p.n; k += 64) {
    tile[t] = p.in[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * i;
    p.out[k + 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK: K-loop in 'by_a_method' left alone
__global__ void __launch_bounds__(64) by_a_method(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  Problem p(A, C, n);
  p.turn();
  float sum = 0.0f;
  for (int k = 0; k < p.n; k += 64) {
    tile[t] = p.in[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * i;
    C[k + 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK: K-loop in 'given_both' left alone
__global__ void __launch_bounds__(64) given_both(const float *__restrict__ A, float *__restrict__ C, int n, bool turned) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  Problem p(A, C, n);
  if (turned)
    p = Problem(C, C, n);
  float sum = 0.0f;
  for (int k = 0; k < p.n; k += 64) {
    tile[t] = p.in[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * i;
    C[k + 64 + t] = sum;
    __syncthreads();
  }
}
