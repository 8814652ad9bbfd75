// `*this`, returned to nobody, is no second name of the object.
//
// RUN: %never_wrong
// RUN: cuda-pipeline-rewrite --explain --variant=ldg -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

struct Reader {
  const float *from;
  __device__ float get(int i) const { return from[i]; }
  __device__ Reader &operator++() {
    from += 8;
    return *this;
  }
};

// CHECK: remark: K-loop in 'rejected' left alone: {{.*}} [unknown-effects]
__global__ void rejected(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  Reader in{A};
  for (int k = 0; k < K; k += 8) {
    tile[t] = in.get(t);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (i + t);
    Reader &same = ++in;
    same.from = C + 128;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'trap' pipelined: ldg
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  Reader in{A};
  for (int k = 0; k < K; k += 8) {
    tile[t] = in.get(t);
    ++in;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  C[t] = sum;
}
