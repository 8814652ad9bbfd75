// The brace behind which a branch ends is that of a list: its semicolon moves with it.
//
// RUN: %never_wrong | FileCheck %s
// CHECK: ldg: identical
// CHECK: ldg-single: identical

struct Pair {
  float x, y;
};

__device__ Pair fetch(const float *A, int i, int n) {
  Pair v;
  if (i < n)
    v = Pair{A[i], A[i + 1]};
  else
    v = Pair{0.0f, 0.0f};
  return v;
}

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ Pair tile[64], other[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    if (k + t < K)
      tile[t] = Pair{A[k + t], A[k + t + 64]};
    else
      tile[t] = Pair{0.0f, 1.0f};
    for (int i = t; i < 64; i += 64)
      other[i] = Pair{A[k + i], A[k + i + 1]};
    __syncthreads();
    Pair best;
    for (int i = 0; i < 8; ++i)
      if (tile[i].x > sum)
        best = {tile[i].y, other[i].x};
      else
        best = {other[i].y, tile[i].x};
    sum += best.x * t + best.y;
    __syncthreads();
  }
  C[t] = sum;
}
