// `&smem` is where the array is, and no pointer variable that holds that: a stage of the array is
// named by a pointer. One buffer keeps its name.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --widen=none --explain -o %t.cu 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite %s --variant=ldg-single --explain -o %t.cu 2>&1 | FileCheck %s --check-prefix=ONE

// CHECK: K-loop in 'load' left alone: {{.*}}'&smem' means the array itself; a stage of it is named by a pointer [tile-address-escapes]
// ONE: K-loop in 'load' pipelined: ldg-single
__global__ void load(const float *__restrict__ A, float *__restrict__ C, int K) {
  extern __shared__ float smem[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    reinterpret_cast<float *>(&smem)[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += smem[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'compute' left alone: {{.*}}[tile-address-escapes]
__global__ void compute(const float *__restrict__ A, float *__restrict__ C, int K) {
  extern __shared__ float smem[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    smem[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += reinterpret_cast<float(&)[64]>(smem)[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'behind' left alone: {{.*}}[tile-address-escapes]
__global__ void behind(const float *__restrict__ A, float *__restrict__ C, int K) {
  extern __shared__ float smem[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    smem[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += smem[i] * (t + i);
    __syncthreads();
  }
  const float *last = (const float *)&smem;
  C[t] = sum + last[t];
}

// CHECK: K-loop in 'in_template' left alone: {{.*}}[tile-address-escapes]
template <class T> __global__ void in_template(const T *__restrict__ A, T *__restrict__ C, int K) {
  extern __shared__ float smem[];
  const int t = threadIdx.x;
  T sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    smem[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += (*(T(*)[64]) & smem)[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

// The first element, of the array or of a stage.
// CHECK: K-loop in 'first' pipelined: cpasync
__global__ void first(const float *__restrict__ A, float *__restrict__ C, int K) {
  extern __shared__ float smem[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    (smem)[t] = A[k + t];
    __syncthreads();
    const float(*rows)[8] = (const float(*)[8]) & smem[0];
    for (int i = 0; i < 64; ++i)
      sum += rows[i / 8][i % 8] * (t + i) + *smem;
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  load<<<1, 64, 256>>>(A, C, K);
  compute<<<1, 64, 256>>>(A, C, K);
  behind<<<1, 64, 256>>>(A, C, K);
  in_template<float><<<1, 64, 256>>>(A, C, K);
  first<<<1, 64, 256>>>(A, C, K);
}
