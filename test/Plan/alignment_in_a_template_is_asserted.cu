// Nobody instantiates the template here, so nobody knows whether the second
// stage is aligned for float4: the compiler of the result will.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --quiet -o %t.cu %s
// RUN: FileCheck %s < %t.cu
// RUN: cuda-pipeline-rewrite --variant=ldg --quiet -o %t.ldg.cu %s
// RUN: FileCheck %s < %t.ldg.cu

template <int N>
__global__ void gather(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float As[N + 1];
  const int t = threadIdx.x;
  float s = 0;
  // CHECK: {{^}}  static_assert(sizeof(As_stages[0]) % 16 == 0, "each stage must be aligned");
  for (int k = 0; k < K; k += N) {
    reinterpret_cast<float4 *>(&As[t * 4])[0] =
        reinterpret_cast<const float4 *>(&A[k + t * 4])[0];
    __syncthreads();
    for (int i = 0; i < N; ++i)
      s += As[i];
    __syncthreads();
  }
  C[t] = s;
}

// Element by element there is nothing to assert.
template <int N>
__global__ void plain(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float Bs[N + 1];
  const int t = threadIdx.x;
  float s = 0;
  // CHECK-NOT: {{^}}  static_assert(sizeof(Bs_stages
  for (int k = 0; k < K; k += N) {
    Bs[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < N; ++i)
      s += Bs[i];
    __syncthreads();
  }
  C[t] = s;
}
