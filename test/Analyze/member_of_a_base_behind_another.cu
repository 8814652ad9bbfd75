// A member of a second base class does not start where the object does: it is what the
// other name stores to, and asynchronous copies have no order. The near twin is one of
// the class itself, in front of what the other name stores to.
//
// RUN: %never_wrong --driver=launch | FileCheck %s
// RUN: sed 's/ : Keys, Values {}/ { float keys[64], values[64]; }/; s/area + 64/area + 128/' \
// RUN:   %s > %t.twin.cu
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %t.twin.cu 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=TWIN
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical
// TWIN: 'trap' pipelined: cpasync

struct Keys {
  float keys[64];
};
struct Values {
  float values[64];
};
struct Tiles : Keys, Values {};

__global__ void __launch_bounds__(64)
    trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  Tiles *x = reinterpret_cast<Tiles *>(area);
  float *s = area + 64;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x->values[t] = A[k + t];
    s[t] = A[k + 2 * t];
    __syncthreads();
    sum = sum * 0.5f + s[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  trap<<<1, 64, 1024>>>(A, C, K);
}
