// What a call lets Clang deduce is right for one instantiation of the kernel: in its
// place stands how the kernel spells it, or the call stays. A number in the text would
// be wrong for the next instantiation, and nobody would say so.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %s 2>&1 | FileCheck %s

template <typename U, typename Sum = float>
__device__ void load(U *to, const U *from) {
  U value = from[threadIdx.x];
  Sum square = value * value;
  to[threadIdx.x] = square;
}

// CHECK: K-loop in 'by_type' pipelined: ldg
// CHECK: K-loop in 'by_size' left alone: {{.*}} [unsupported-statement]
// CHECK: K-loop in 'size_is_said' pipelined: ldg
// CHECK: K-loop in 'no_template' pipelined: ldg

template <typename T>
__global__ void by_type(const T *__restrict__ A, T *__restrict__ C, int K) {
  __shared__ T tile[64];
  T sum = 0;
  for (int k = 0; k < K; k += 64) {
    // CHECK: T value;
    // CHECK: float square =
    load(tile, A);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (threadIdx.x + i);
    __syncthreads();
    A += 64;
  }
  C[threadIdx.x] = sum;
}

template <int N>
__device__ void load_all(float (&to)[N], const float *from) {
  for (int i = threadIdx.x; i < N; i += 32) {
    float value = from[i];
    to[i] = value * value;
  }
}

template <int TILE>
__global__ void by_size(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  __shared__ float tile[TILE];
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    load_all(tile, A + k);
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += tile[i] * (threadIdx.x + i);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

template <int TILE>
__global__ void size_is_said(const float *__restrict__ A, float *__restrict__ C,
                             int K) {
  __shared__ float tile[TILE];
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    // CHECK: < TILE;
    load_all<TILE>(tile, A + k);
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += tile[i] * (threadIdx.x + i);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void no_template(const float *__restrict__ A, float *__restrict__ C,
                            int K) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    // CHECK: < 64;
    load_all(tile, A + k);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (threadIdx.x + i);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void launch(const float *A, float *C, int K) {
  by_type<<<1, 64>>>(A, C, K);
  by_size<64><<<1, 32>>>(A, C, K);
  size_is_said<64><<<1, 32>>>(A, C, K);
}
