// What one branch stores in a round of a copy loop, the other may store in the
// next: asynchronous copies have no order. Where both store the same element, and
// each round another one, none is needed.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --widen=none --explain %s -o %t.cu -- -DREFUSED 2> %t.said
// RUN: FileCheck %s < %t.said
// RUN: %rewrite_and_run cpasync,cpasync3,auto walk -DPADDED

#ifdef REFUSED

// CHECK: 'crossing' left alone
// CHECK-SAME: a thread may store one element of the tile twice
__global__ void crossing(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    for (int i = 0; i < 2; ++i) {
      if (i == 0)
        tile[2 * t + i] = A[k + t];
      else
        tile[2 * t + 1 - i] = A[k + 31 - t];
    }
    __syncthreads();
    for (int j = 0; j < 32; ++j)
      sum = sum * 0.5f + tile[2 * j];
    __syncthreads();
  }
  out[t] = sum;
}

// The same, by a variable that both branches set: it is not the same in both.
// CHECK: 'by_a_variable' left alone
// CHECK-SAME: a thread may store one element of the tile twice
__global__ void by_a_variable(const float *__restrict__ A,
                              float *__restrict__ out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    for (int i = 0; i < 2; ++i) {
      int at;
      if (i == 0) {
        at = 2 * t + i;
        tile[at] = A[k + t];
      } else {
        at = 2 * t + 1 - i;
        tile[at] = A[k + 31 - t];
      }
    }
    __syncthreads();
    for (int j = 0; j < 32; ++j)
      sum = sum * 0.5f + tile[2 * j];
    __syncthreads();
  }
  out[t] = sum;
}

// One element a branch, as the compiler sees: but both are the same.
// CHECK: 'guarded' left alone
// CHECK-SAME: a thread may store one element of the tile twice
__global__ void guarded(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    for (int i = t; i < 64; i += 32) {
      if (i < 32)
        tile[i < 32 ? i : i - 32] = A[k + i];
      else
        tile[i < 32 ? i : i - 32] = A[k + 63 - i];
    }
    __syncthreads();
    for (int j = 0; j < 32; ++j)
      sum = sum * 0.5f + tile[j];
    __syncthreads();
  }
  out[t] = sum;
}

#endif

// CHECK: 'walk' pipelined: cpasync
__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    for (int i = 0; i < 2; ++i) {
      if (i == 0)
        tile[2 * t + i] = A[k + t];
      else
        tile[2 * t + i] = A[k + 31 - t];
    }
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum = sum * 0.5f + tile[j];
    __syncthreads();
  }
  out[t] = sum;
}
