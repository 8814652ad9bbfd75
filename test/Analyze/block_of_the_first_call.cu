// The size of the block is read when the function is called first, the parameter of the
// kernel in each call: the pieces are apart in one launch and overlap in another. The near
// twin reads both in each call.
//
// RUN: %never_wrong --driver=launch | FileCheck %s
// RUN: sed 's/static const/const/; s/, 32)/, 64)/' %s > %t.twin.cu
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %t.twin.cu 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=TWIN
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// Nothing moves but the load:
// CHECK-NEXT: ldg-single: identical
// TWIN: 'trap' pipelined: cpasync

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K, int T) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float *x = area, *s = area + T;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t];
    __syncthreads();
    const float v = x[blockDim.x - 1 - t];
    __syncthreads();
    s[t] = v;
    __syncthreads();
    sum += s[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

void run(const float *A, float *C, int K, int T) {
  static const dim3 block(T);
  trap<<<1, block, 128 * sizeof(float)>>>(A, C, K, T);
}

void launch(const float *A, float *C, int K) {
  run(A, C, K, 64);
  run(A, C, K, 32);
}
