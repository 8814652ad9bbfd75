// What waits in a register would need a type that the template does not name: the loop is
// left alone. With a name for it, it is not.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s
//
// CHECK: K-loop in 'unnamed' left alone: {{.*}}a register of this type cannot be declared
// CHECK: K-loop in 'named' pipelined: ldg
template <typename E>
__global__ void unnamed(const E *__restrict__ A, float *__restrict__ out, int n,
                        int last) {
  __shared__ E tile[128];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    if (k + t < last) {
      auto v = A[k + t];
      tile[t] = v;
      auto w = A[n + k + t];
      tile[64 + t] = w;
    } else {
      auto v = 0.0f;
      tile[t] = v;
      auto w = 0.0f;
      tile[64 + t] = w;
    }
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum = sum * 0.5f + tile[i];
    __syncthreads();
  }
  out[t] = sum;
}

template <typename E>
__global__ void named(const E *__restrict__ A, float *__restrict__ out, int n,
                      int last) {
  __shared__ E tile[128];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    if (k + t < last) {
      E v = A[k + t];
      tile[t] = v;
      E w = A[n + k + t];
      tile[64 + t] = w;
    } else {
      E v = 0.0f;
      tile[t] = v;
      E w = 0.0f;
      tile[64 + t] = w;
    }
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum = sum * 0.5f + tile[i];
    __syncthreads();
  }
  out[t] = sum;
}

void run(const float *A, float *out, int n) {
  unnamed<float><<<1, 64>>>(A, out, n, n);
  named<float><<<1, 64>>>(A, out, n, n);
}
