// Beside an unsigned count, the condition of the first tile is `n > 0`; beside an
// int it has to stay what the loop compares. A sum gets blanks around its operator
// although the loop has none.
//
// RUN: cuda-pipeline-rewrite --variant=ldg %s -o - | FileCheck %s

// CHECK-LABEL: unsigned_count(
// CHECK: if (n > 0)
// CHECK: if (k + 64 < n)
__global__ void unsigned_count(const float *__restrict__ A,
                               float *__restrict__ out, unsigned n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  // clang-format off
  for (unsigned k=0; k<n; k+=64) {
    // clang-format on
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * t;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK-LABEL: int_count(
// CHECK: if (n > 0u)
__global__ void int_count(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (unsigned k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * t;
    __syncthreads();
  }
  out[t] = sum;
}
