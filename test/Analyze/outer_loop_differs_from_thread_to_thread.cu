// The tile loop itself is the same for all threads; the loop around it is not, and
// is what the message names. A near twin counts blocks.
//
// RUN: cuda-pipeline-rewrite --explain %s 2>&1 | FileCheck %s

// CHECK: K-loop in 'own_rows' pipelined: ldg-single, loads only
// CHECK: K-loop in 'own_rows': every barrier stays where it is, and only loads are early: 'i < end' may differ from thread to thread; cuda-pipeline-check finds out whether they do
__global__ void own_rows(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ float tile[64];
  const int stride = blockDim.x * gridDim.x;
  const int end = (n + stride - 1) / stride * stride;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < end; i += stride) {
    float sum = 0;
    for (int base = 0; base < n; base += 64) {
      tile[threadIdx.x] = base + threadIdx.x < n ? A[base + threadIdx.x] : 0.0f;
      __syncthreads();
      for (int t = 0; t < 64; ++t)
        sum += tile[t] * i;
      __syncthreads();
    }
    if (i < n)
      out[i] = sum;
  }
}

// CHECK: K-loop in 'rows_of_blocks' pipelined
__global__ void rows_of_blocks(const float *__restrict__ A,
                               float *__restrict__ out, int n) {
  __shared__ float tile[64];
  for (int first = blockIdx.x * 64; first < n; first += 64 * gridDim.x) {
    const int i = first + threadIdx.x;
    float sum = 0;
    for (int base = 0; base < n; base += 64) {
      tile[threadIdx.x] = base + threadIdx.x < n ? A[base + threadIdx.x] : 0.0f;
      __syncthreads();
      for (int t = 0; t < 64; ++t)
        sum += tile[t] * i;
      __syncthreads();
    }
    if (i < n)
      out[i] = sum;
  }
}
