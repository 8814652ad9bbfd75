// What pays in one instantiation is made in all; what pays in none is not.
//
// RUN: cuda-pipeline-rewrite --explain %s -o /dev/null 2>&1 | FileCheck %s

// CHECK: K-loop in 'some' pipelined
// CHECK: K-loop in 'none' left alone: pipelining will not pay: it makes {{[12]}} trip
template <int Trips>
__global__ void some(const float *__restrict__ A, float *__restrict__ out) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < Trips * 64; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * i;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

template <int Trips>
__global__ void none(const float *__restrict__ A, float *__restrict__ out) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < Trips * 64; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * i;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

void launch(const float *A, float *out) {
  some<2><<<1, 64>>>(A, out);
  some<8><<<1, 64>>>(A, out);
  none<1><<<1, 64>>>(A, out);
  none<2><<<1, 64>>>(A, out);
}
