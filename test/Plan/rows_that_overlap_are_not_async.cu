// A store that may reach into the next row, or an index of which only a part
// tells the elements apart: two copies to one element have no order.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LDG

// LDG-COUNT-6: pipelined: ldg

// CHECK: remark: K-loop in 'narrow_rows' left alone: {{.*}} store one element of the tile twice, {{.*}} [copy-not-async]
__global__ void narrow_rows(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ alignas(16) float As[64][2];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 128) {
    for (int i = 0; i < 2; ++i)
      *reinterpret_cast<float4 *>(&As[2 * t + i][0]) =
          *reinterpret_cast<const float4 *>(&A[k + 4 * t]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i][t % 2];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: remark: K-loop in 'other_divisor' left alone: {{.*}} [copy-not-async]
__global__ void other_divisor(const float *__restrict__ A,
                              float *__restrict__ out, int n) {
  __shared__ float As[16][24];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 192) {
    for (int i = 0; i < 6; ++i)
      As[(i * 32 + t) / 24][(i * 32 + t) % 16] = A[k + i * 32 + t];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[t % 8][i];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: remark: K-loop in 'row_moves_too' left alone: {{.*}} [copy-not-async]
__global__ void row_moves_too(const float *__restrict__ A,
                              float *__restrict__ out, int n) {
  __shared__ float As[16][24];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 192) {
    for (int i = 0; i < 6; ++i)
      As[(i * 24 + t) / 24 + 6 - i][(i * 24 + t) % 24] = A[k + i * 24 + t];
    __syncthreads();
    for (int i = 0; i < 24; ++i)
      sum += As[6][i];
    __syncthreads();
  }
  out[t] = sum;
}

// Rows of 12 words for 16 columns: a thread comes from the end of one to the start of
// the next.
// CHECK: remark: K-loop in 'overlapping_rows' left alone: {{.*}} [copy-not-async]
__global__ void overlapping_rows(const float *__restrict__ A,
                                 float *__restrict__ out, int n) {
  __shared__ float As[16 * 16];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 192) {
    for (int i = 0; i < 6; ++i)
      As[(i * 4 + t) / 16 * 12 + (i * 4 + t) % 16] = A[k + i * 32 + t];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[t % 8 + i];
    __syncthreads();
  }
  out[t] = sum;
}

// The vectors of two passes overlap.
// CHECK: remark: K-loop in 'overlapping_vectors' left alone: {{.*}} [copy-not-async]
__global__ void overlapping_vectors(const float *__restrict__ A,
                                    float *__restrict__ out, int n) {
  __shared__ alignas(16) float As[16][24];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 192) {
    for (int i = 0; i < 3; ++i)
      *reinterpret_cast<float4 *>(
          &As[(t * 8 + 2 * i) / 24][(t * 8 + 2 * i) % 24]) =
          *reinterpret_cast<const float4 *>(&A[k + t * 4]);
    __syncthreads();
    for (int i = 0; i < 24; ++i)
      sum += As[t % 8][i];
    __syncthreads();
  }
  out[t] = sum;
}

// As a negative number and as an unsigned one the index has other remainders.
// CHECK: remark: K-loop in 'mixed_signs' left alone: {{.*}} [copy-not-async]
__global__ void mixed_signs(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float As[8][24];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 192) {
    for (int i = 0; i < 6; ++i) {
      const int e = i * 32 + t - 16;
      As[e / 24 + 1][(unsigned)e % 24] = A[k + i * 32 + t];
    }
    __syncthreads();
    for (int i = 0; i < 24; ++i)
      sum += As[t % 8][i];
    __syncthreads();
  }
  out[t] = sum;
}
