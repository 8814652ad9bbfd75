// Registers hold what the next trip stores, be it in an array or in an object of a class:
// by what the statements set and read, not by how an assignment is spelled.
//
// RUN: %rewrite_and_run ldg-single columns -DKERNEL=window -DTHREADS=32 -DSTEP=32
// RUN: FileCheck %s < %t.ldg-single.cu
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %s 2>&1 | FileCheck %s --check-prefix=LDG

// CHECK-LABEL: void window(
// CHECK: float v = k + t < n ? next_v[i] : 0.0f;
// CHECK: fetch_tile(k + 32);
// CHECK: tile[t] = now[i].x;
// LDG: 'window' left alone: {{.*}}'ahead' holds what an earlier trip has loaded: the loads are ahead of the tile already
struct Value {
  float x;
  __device__ Value(float x) : x(x) {}
  __device__ Value &operator=(const Value &other) {
    x = other.x;
    return *this;
  }
};

__global__ void window(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0;
  Value now[1] = {-1.5f}, ahead[1] = {-1.5f};
  for (int k = 0; k < n; k += 32) {
    for (int i = 0; i < 1; ++i)
      now[i] = ahead[i];
    for (int i = 0; i < 1; ++i) {
      float v = k + t < n ? A[k + t] : 0.0f;
      ahead[i] = v;
    }
    __syncthreads();
    for (int i = 0; i < 1; ++i)
      tile[t] = now[i].x;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[(t + i) % 32];
    __syncthreads();
  }
  out[t] = sum;
}
