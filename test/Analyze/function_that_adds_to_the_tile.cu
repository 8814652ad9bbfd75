// A function that reads the tile it stores to does not store what it is given alone.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %s 2>&1 >/dev/null | FileCheck %s

__device__ void set(float value, float *to) { to[0] = value * 2.0f; }

// CHECK: 'sets' pipelined
__global__ void sets(const float *__restrict__ A, float *__restrict__ out,
                     int K) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    const float value = A[k + t];
    set(value, &tile[t]);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * t;
    __syncthreads();
  }
  out[t] = sum;
}

__device__ void add(float value, float *to) { to[0] = to[0] + value; }

// CHECK: 'adds' left alone: {{.*}}the load phase reads the tile 'tile' [load-depends-on-compute]
__global__ void adds(const float *__restrict__ A, float *__restrict__ out,
                     int K) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  tile[t] = 0.0f;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    const float value = A[k + t];
    add(value, &tile[t]);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * t;
    __syncthreads();
  }
  out[t] = sum;
}
