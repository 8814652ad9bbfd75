// A bound of a class that is the template's parameter: no instantiation says what it
// does. The near twin has one.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: 'bounded' left alone: {{.*}} the loop header makes a call that only an instantiation of the template resolves{{.*}} [unknown-effects]
template <typename View>
__global__ void bounded(View A, float *__restrict__ C) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < A.size(0); k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}

struct Floats {
  const float *__restrict__ data;
  int length;
  __device__ int size(int) const { return length; }
  __device__ float load(int i) const { return data[i]; }
};

// CHECK: 'instantiated' pipelined
template <typename View>
__global__ void instantiated(View A, float *__restrict__ C) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < A.size(0); k += 64) {
    tile[t] = A.load(k + t);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}
template __global__ void instantiated<Floats>(Floats, float *);
