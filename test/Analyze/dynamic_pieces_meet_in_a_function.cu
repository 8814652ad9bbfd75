// A function fills more of a piece than there is: the next piece is the tile. Beside it, one that
// keeps to its piece.
//
// RUN: %never_wrong --driver=launch | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// Nothing moves but the load:
// CHECK-NEXT: ldg-single: identical
//
// RUN: sed 's/fill<12/fill<8/' %s > %t.kept.cu
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %t.kept.cu -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=KEPT
// KEPT: pipelined: ldg, 2 stages

template <int N, int D> __device__ void fill(float *to, float value) {
  for (int i = threadIdx.x; i < N * D; i += blockDim.x)
    to[i] = value;
}

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float *s = area, *x = s + 8 * 8;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t];
    __syncthreads();
    sum += x[63 - t];
    __syncthreads();
    fill<12, 8>(s, sum);
    __syncthreads();
    sum += s[t ^ 1] + x[t];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  trap<<<1, 64, 128 * sizeof(float)>>>(A, C, K);
}
