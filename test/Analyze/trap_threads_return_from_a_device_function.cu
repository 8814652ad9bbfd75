// Threads that return in front of the loop, or behind it while others go round
// once more, do not come to its barriers.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: K-loop in 'in_front' left alone: {{.*}} [barrier-not-uniform]
__device__ void in_front(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  if (t >= 64)
    return;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'loop_around' left alone: {{.*}} [barrier-not-uniform]
__device__ void loop_around(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int round = 0; round < 2; ++round) {
    float sum = 0.0f;
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += tile[i];
      __syncthreads();
    }
    if (t > 32)
      return;
    C[t] = sum;
  }
}

// CHECK: K-loop in 'accepted' pipelined
__device__ void accepted(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  if (t > 32)
    return;
  C[t] = sum;
}

template <void (*Function)(const float *, float *, int)>
__global__ void run(const float *__restrict__ A, float *__restrict__ C, int K) {
  Function(A, C, K);
}
template __global__ void run<in_front>(const float *, float *, int);
template __global__ void run<loop_around>(const float *, float *, int);
template __global__ void run<accepted>(const float *, float *, int);

// What a template does with a function is known when it is instantiated.
//
// CHECK: K-loop in 'named_by_a_template' left alone: {{.*}}its address is taken [unsupported-loop]
__device__ void named_by_a_template(const float *A, float *C, int K) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void run<named_by_a_template>(const float *, float *, int);

template <void (*Function)(const float *, float *, int), typename T>
__global__ void run_some(const T *A, T *C, int K) {
  if (threadIdx.x < 64)
    Function(A, C, K);
}
template <typename T> void launch(const T *A, T *C, int K) {
  run_some<named_by_a_template, T><<<1, 64>>>(A, C, K);
}

// CHECK: K-loop in 'named_by_a_class' left alone: {{.*}}its address is taken [unsupported-loop]
__device__ void named_by_a_class(const float *A, float *C, int K) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void run<named_by_a_class>(const float *, float *, int);

template <void (*Function)(const float *, float *, int), typename T>
struct Halves {
  __device__ void operator()(const T *A, T *C, int K) {
    if (threadIdx.x < 64)
      Function(A, C, K);
  }
};
template <typename T> __global__ void run_halves(const T *A, T *C, int K) {
  Halves<named_by_a_class, T>()(A, C, K);
}
