// Who knows e >> 3 and e & 7 knows e; not, who knows e >> 3 and e & 3, nor, of an e that
// may be negative, e >> 3 and e % 8: two trips of the copy loop may store one element,
// which asynchronous copies do in any order.
//
// RUN: cuda-pipeline-rewrite --explain --variant=cpasync %s 2>&1 >/dev/null | FileCheck %s

// CHECK: K-loop in 'same' pipelined: cpasync
__global__ void __launch_bounds__(64)
    same(const float *__restrict__ A, float *__restrict__ C, int n, int first) {
  __shared__ float tile[64][8];
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    for (int i = 0; i < 8; ++i) {
      const int e = (threadIdx.x & 7) + i * 64 - first;
      tile[e >> 3][e & 7] = A[k * 512 + e];
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i][threadIdx.x & 7] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'other_width' left alone: {{.*}}a thread may store one element of the tile twice
__global__ void __launch_bounds__(64)
    other_width(const float *__restrict__ A, float *__restrict__ C, int n, int first) {
  __shared__ float tile[64][8];
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    for (int i = 0; i < 8; ++i) {
      const int e = (threadIdx.x & 7) + i * 64 - first;
      tile[e >> 3][e & 3] = A[k * 512 + e];
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i][threadIdx.x & 3] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'other_rounding' left alone: {{.*}}a thread may store one element of the tile twice
__global__ void __launch_bounds__(64)
    other_rounding(const float *__restrict__ A, float *__restrict__ C, int n, int first) {
  __shared__ float tile[64][8];
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    for (int i = 0; i < 8; ++i) {
      const int e = (threadIdx.x & 7) + i * 64 - first;
      tile[e >> 3][e % 8] = A[k * 512 + e];
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i][threadIdx.x & 7] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
