// What a member function loads takes the place of the call, but not if the function
// changes its object, too.
//
// RUN: cuda-pipeline-rewrite %s --variant=ldg --explain -o /dev/null 2>&1 \
// RUN:   | FileCheck %s
// CHECK: K-loop in 'reads' pipelined: ldg
// CHECK: K-loop in 'changes' left alone: {{.*}}'a' is set here for the load phase{{.*}} [load-value-used-in-compute]

struct View {
  const float *data;
  int calls;

  __device__ float at(int i) const { return data[i]; }
  __device__ float next(int i) {
    ++calls;
    return data[i];
  }
};

__global__ void reads(View a, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = a.at(k + t);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * a.calls;
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void changes(View a, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = a.next(k + t);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * a.calls;
    __syncthreads();
  }
  C[t] = sum;
}
