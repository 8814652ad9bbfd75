// What is stored in its place is what was fetched, and not a variable of the trip that has
// the name: declared beside the loads, for both phases, and in front of a scope of theirs.
//
// RUN: %rewrite_and_run ldg,ldg-single walk -DPADDED -DKERNELS=beside,around
// RUN: cuda-pipeline-rewrite --variant=ldg -o - %s | grep -v "^//" | FileCheck %s

// CHECK: float next_tile[2];
// CHECK: for (int k = 0;
// CHECK: float v[2];
// CHECK: auto &v = next_tile;
// CHECK-NEXT: tile[t] = v[0] + v[1];
__global__ void beside(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    float v[2];
    v[0] = A[k + t];
    v[1] = A[k + (t ^ 1)];
    tile[t] = v[0] + v[1];
    __syncthreads();
    v[0] = tile[31 - t];
    v[1] = tile[t];
    sum += v[0] * v[1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: void around(
// CHECK: auto store_tile
__global__ void around(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    float v = k + 1.0f;
    if (t < 32) {
      float v = A[k + t];
      tile[t] = v;
    }
    __syncthreads();
    sum += tile[31 - t] * v;
    __syncthreads();
  }
  out[t] = sum;
}
