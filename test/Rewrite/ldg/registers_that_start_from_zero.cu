// What is stored starts from zero in each trip, and is loaded only where there is
// something: `T()`, `T{}` and `{}` are set again for each tile, as a number is.
//
// RUN: %rewrite_and_run ldg,ldg-single walk -DMORE
// RUN: cuda-pipeline-rewrite --variant=ldg -o %t.cu %s
// RUN: grep -v "^//" %t.cu | FileCheck %s

#include <cuda_fp16.h>

struct Pair {
  float x, y;
};

class Hidden {
  float x, y;

public:
  Hidden() = default;
  __device__ float sum() const { return x - y; }
};

// CHECK: auto fetch_tile = [&](int k) {
// CHECK-NEXT: made = Pair();
// CHECK-NEXT: zero = half2();
// CHECK-NEXT: hidden = Hidden{};
// CHECK-NEXT: listed = {};
__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ Pair pairs[32], lists[32];
  __shared__ half2 halves[32];
  __shared__ Hidden others[32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 32) {
    Pair made = Pair();
    half2 zero = half2();
    Hidden hidden{};
    Pair listed = {};
    if (k + t + 1 < n) {
      made = reinterpret_cast<const Pair *>(A)[(k + t) / 2];
      zero = reinterpret_cast<const half2 *>(A)[k + t];
      hidden = reinterpret_cast<const Hidden *>(A)[(k + t) / 2];
      listed = reinterpret_cast<const Pair *>(A)[(k + t) / 2];
    }
    pairs[t] = made;
    halves[t] = zero;
    others[t] = hidden;
    lists[t] = listed;
    __syncthreads();

    for (int i = 0; i < 32; ++i)
      sum += pairs[i].x * others[(i + t) % 32].sum() + lists[i].y -
             (__low2float(halves[i]) > 0.0f ? i : t);
    __syncthreads();
  }

  out[t] = sum;
}
