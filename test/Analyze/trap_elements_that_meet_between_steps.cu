// Steps of four elements, and stores four or eight apart: one thread may store an
// element twice. Three apart they never meet.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: remark: K-loop in 'rejected' left alone: {{.*}}may store one element of the tile twice{{.*}} [copy-not-async]
__global__ void rejected(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ float tile[32 * 4 + 8];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    for (int l = t; l < 32; l += blockDim.x) {
      tile[l * 4 + 0] = A[k * 64 + l];
      tile[l * 4 + 8] = A[k * 64 + l + 32];
    }
    __syncthreads();
    for (int l = 0; l < 32; ++l)
      sum += tile[l * 4] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: cpasync
__global__ void accepted(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ float tile[32 * 4 + 8];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    for (int l = t; l < 32; l += blockDim.x) {
      tile[l * 4 + 0] = A[k * 64 + l];
      tile[l * 4 + 7] = A[k * 64 + l + 32];
    }
    __syncthreads();
    for (int l = 0; l < 32; ++l)
      sum += tile[l * 4] * (t + 1) + tile[l * 4 + 7];
    __syncthreads();
  }
  out[t] = sum;
}

// One is two elements wide, and the other starts in the second.
// CHECK: remark: K-loop in 'wide' left alone: {{.*}}may store one element of the tile twice{{.*}} [copy-not-async]
__global__ void wide(const float2 *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ out, int n) {
  __shared__ alignas(8) float tile[32 * 6 + 8];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    for (int l = t; l < 32; l += blockDim.x) {
      *(float2 *)&tile[l * 6] = A[k * 32 + l];
      tile[l * 6 + 7] = B[k * 32 + l];
    }
    __syncthreads();
    for (int l = 0; l < 32; ++l)
      sum += tile[l * 6] * (t + 1) + tile[l * 6 + 7];
    __syncthreads();
  }
  out[t] = sum;
}
