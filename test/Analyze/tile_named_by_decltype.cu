// The name of a stage is a reference, that of the tile was an array: code that asks for the type
// gets another answer. One buffer keeps its name.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --widen=none --explain -o %t.cu 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite %s --variant=ldg-single --explain -o %t.cu 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t.cu

template <class T> struct Length { static constexpr int value = 0; };
template <class T, int N> struct Length<T[N]> { static constexpr int value = N; };

// CHECK: K-loop in 'asked' left alone: {{.*}}'tile' is asked for its type, which a stage does not have {{.*}}[tile-address-escapes]
// ONE: K-loop in 'asked' pipelined: ldg-single
// TEXT: Length<decltype(tile)>
__global__ void asked(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    for (int i = 0; i < Length<decltype(tile)>::value; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'in_template' left alone: {{.*}}[tile-address-escapes]
template <int N> __global__ void in_template(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[N];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t] = A[k * N + t];
    __syncthreads();
    for (int i = 0; i < Length<decltype(tile)>::value; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}
template __global__ void in_template<64>(const float *, float *, int);

// What lies in the tile, and its size, are the same in a stage.
// CHECK: K-loop in 'elements' pipelined: cpasync
__global__ void elements(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    decltype(tile[0] + 0) part = 0;
    decltype((tile)) all = tile;
    for (int i = 0; i < sizeof(tile) / sizeof(float); ++i)
      part += all[i] * (t + i);
    sum += part;
    __syncthreads();
  }
  C[t] = sum;
}
