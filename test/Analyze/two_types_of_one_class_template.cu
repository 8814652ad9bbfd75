// Source and tile have the same type in this file, by two parameters of the class in
// whose member function the loop stands: another instantiation converts.
//
// RUN: cuda-pipeline-rewrite --explain --variant=cpasync -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

template <typename From, typename To> struct Sum {
  const From *A;
  const To *B;

  // CHECK: K-loop in 'two' left alone: {{.*}} [copy-not-async]
  __device__ To two(int K) const {
    __shared__ To tile[64];
    const int t = threadIdx.x;
    To sum = 0;
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[63 - t];
      __syncthreads();
    }
    return sum;
  }
  // CHECK: K-loop in 'one' pipelined
  __device__ To one(int K) const {
    __shared__ To tile[64];
    const int t = threadIdx.x;
    To sum = 0;
    for (int k = 0; k < K; k += 64) {
      tile[t] = B[k + t];
      __syncthreads();
      sum += tile[63 - t];
      __syncthreads();
    }
    return sum;
  }
};

__global__ void f(const float *A, float *C, int K) {
  Sum<float, float> sum = {A, A};
  C[threadIdx.x] = sum.two(K) + sum.one(K);
}
