// The result of a load function is what its pointer points to, whatever its own
// template calls it: the register has the type that the kernel says.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --quiet -o - %s | FileCheck %s

template <typename T> __device__ T load_cached(const T *p) { return __ldg(p); }

// CHECK-LABEL: void stored_again(
// CHECK: float next_tile;
// CHECK: next_tile = __ldg(&A[k + threadIdx.x]);
__global__ void stored_again(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[256];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 256) {
    tile[threadIdx.x] = __ldg(&A[k + threadIdx.x]);
    __syncthreads();
    float v = tile[255 - threadIdx.x];
    __syncthreads();
    tile[threadIdx.x] = v + sum;
    __syncthreads();
    sum += tile[(threadIdx.x + 1) % 256];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void by_the_users(
// CHECK: float next_tile;
__global__ void by_the_users(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[256];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 256) {
    tile[threadIdx.x] = load_cached(A + k + threadIdx.x);
    __syncthreads();
    float v = tile[255 - threadIdx.x];
    __syncthreads();
    tile[threadIdx.x] = v + sum;
    __syncthreads();
    sum += tile[(threadIdx.x + 1) % 256];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
