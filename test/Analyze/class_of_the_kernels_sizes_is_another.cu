// The text of a member function stands for every instantiation of the kernel
// only if its class has one definition, and what is written at the object means
// the same in the function.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

template <int N> struct One {
  const float *from;
  __device__ void load(float (&tile)[N], int k) const {
    tile[threadIdx.x % N] = from[k + threadIdx.x % N];
  }
};

template <int N> struct Two {
  const float *from;
  __device__ void load(float (&tile)[N], int k) const {
    tile[threadIdx.x % N] = from[k + threadIdx.x % N];
  }
};
template <> struct Two<32> {
  const float *from;
  __device__ void load(float (&tile)[32], int k) const {
    tile[threadIdx.x] = 2 * from[k + threadIdx.x];
  }
};

template <int N> struct Hidden {
  const float *from;
  __device__ void load(float (&tile)[N], int k) const {
    const int Size = 1;
    tile[threadIdx.x % N] = from[k + threadIdx.x % N * Size];
  }
};

// What it is of is not written at the object.
template <int N, int Half = N / 2> struct Implied {
  const float *from;
  __device__ void load(float (&tile)[N], int k) const {
    tile[threadIdx.x % N] = from[k + threadIdx.x % (2 * Half)];
  }
};

// CHECK: remark: K-loop in 'one' pipelined: ldg
template <int Size>
__global__ void one(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[Size];
  One<Size> loader = {A};
  float sum = 0.0f;
  for (int k = 0; k < n; k += Size) {
    loader.load(tile, k);
    __syncthreads();
    sum += tile[Size - 1 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void one<64>(const float *, float *, int);

// CHECK: remark: K-loop in 'two' left alone: {{.*}} [unsupported-statement]
template <int Size>
__global__ void two(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[Size];
  Two<Size> loader = {A};
  float sum = 0.0f;
  for (int k = 0; k < n; k += Size) {
    loader.load(tile, k);
    __syncthreads();
    sum += tile[Size - 1 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void two<64>(const float *, float *, int);

// CHECK: remark: K-loop in 'hidden' left alone: {{.*}} [unsupported-statement]
template <int Size>
__global__ void hidden(const float *__restrict__ A, float *__restrict__ C,
                       int n) {
  __shared__ float tile[Size];
  Hidden<Size> loader = {A};
  float sum = 0.0f;
  for (int k = 0; k < n; k += Size) {
    loader.load(tile, k);
    __syncthreads();
    sum += tile[Size - 1 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void hidden<64>(const float *, float *, int);

// CHECK: remark: K-loop in 'implied' left alone: {{.*}} [unsupported-statement]
template <int Size>
__global__ void implied(const float *__restrict__ A, float *__restrict__ C,
                        int n) {
  __shared__ float tile[Size];
  Implied<Size> loader = {A};
  float sum = 0.0f;
  for (int k = 0; k < n; k += Size) {
    loader.load(tile, k);
    __syncthreads();
    sum += tile[Size - 1 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void implied<64>(const float *, float *, int);
