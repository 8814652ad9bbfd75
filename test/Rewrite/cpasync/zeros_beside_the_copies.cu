// A loop of zeros in the other branch waits for nothing: each thread stores them
// where the copies start. What is set in the loop would be another value there.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --widen=none --explain %s -o %t.cu -- -DREFUSED 2> %t.said
// RUN: FileCheck --check-prefix=SAID %s < %t.said
// RUN: grep -v CHECK %t.cu | FileCheck %s
// RUN: %rewrite_and_run cpasync,cpasync3,pipeline,auto walk -DKERNELS=zeros,sevens

// CHECK-LABEL: void zeros(
// CHECK: auto load_tile
// CHECK: __pipeline_memcpy_async(&tile[r][c], &A[k + 8 * r + c],
// CHECK: tile[r][c] = 0.0f;
// CHECK: };
__global__ void zeros(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[4][8];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    for (int r = t / 8; r < 4; r += 4) {
      if (k + 8 * r + 8 <= n) {
        for (int c = t % 8; c < 8; c += 8)
          tile[r][c] = A[k + 8 * r + c];
      } else {
        for (int c = t % 8; c < 8; c += 8)
          tile[r][c] = 0.0f;
      }
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i / 8][i % 8];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK-LABEL: void sevens(
// CHECK: auto load_tile
// CHECK: tile[t] = other;
// CHECK: };
__global__ void sevens(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  const float other = 7.0f + t;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (k + t < n)
      tile[t] = A[k + t];
    else
      tile[t] = other;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i];
    __syncthreads();
  }
  out[t] = sum;
}

#ifdef REFUSED
// SAID: 'last_sum' left alone
// SAID-SAME: [load-depends-on-compute]
__global__ void last_sum(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (k + t < n)
      tile[t] = A[k + t];
    else
      tile[t] = sum;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i];
    __syncthreads();
  }
  out[t] = sum;
}

// The zero first, the copy over it: in this order.
// SAID: 'zeroed_first' left alone
// SAID-SAME: [copy-not-async]
__global__ void zeroed_first(const float *__restrict__ A,
                             float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = 0.0f;
    if (k + t < n)
      tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i];
    __syncthreads();
  }
  out[t] = sum;
}

// What has been loaded waits for its load: no plain store in front of the math.
// SAID: 'loaded' left alone
// SAID-SAME: [copy-not-async]
__global__ void loaded(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    float last = 0.0f;
    if (t < n)
      last += A[t];
    if (k + t < n)
      tile[t] = A[k + t];
    else
      tile[t] = last;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i];
    __syncthreads();
  }
  out[t] = sum;
}
#endif
