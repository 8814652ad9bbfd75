// The instantiation that drops the branch has nothing there to be read: a plain `if`
// gives both one text, whichever comes first.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --quiet -o - %s | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg --quiet -o - %s -- -DOTHER_FIRST | FileCheck %s

// CHECK-NOT: if constexpr (B)
// CHECK: if (B)
// CHECK-NEXT: next_u = D[o * 256 + threadIdx.x];
template <bool B>
__global__ void k(const double *__restrict__ A, const double *__restrict__ D, double *__restrict__ C, int n) {
  __shared__ double t[256];
  __shared__ double u[B ? 256 : 1];
  double sum = 0;
  for (int o = 0; o < n; ++o) {
    __syncthreads();
    if constexpr (B)
      u[threadIdx.x] = D[o * 256 + threadIdx.x];
    t[threadIdx.x] = A[o * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += t[i] + (B ? u[i] : 0);
  }
  C[threadIdx.x] = sum;
}
#ifdef OTHER_FIRST
template __global__ void k<false>(const double *, const double *, double *, int);
#endif
template __global__ void k<true>(const double *, const double *, double *, int);
#ifndef OTHER_FIRST
template __global__ void k<false>(const double *, const double *, double *, int);
#endif
