// Clang's omp.h comes with libomp, which need not be there; nor has a CUDA
// toolkit one.
//
// RUN: cuda-pipeline-rewrite --explain --dump-after=match %s 2>&1 | FileCheck %s
// RUN: %if cuda-toolkit %{ %tool --cuda-headers=toolkit --explain --dump-after=match %s 2>&1 | FileCheck %s %}
// RUN: mkdir -p %t && echo '#define FROM_THE_USER 1' > %t/omp.h
// RUN: cuda-pipeline-rewrite --explain --dump-after=match %s -- -I%t -DOWN 2>&1 | FileCheck %s

// CHECK-NOT: error:
#include <omp.h>
#ifdef OWN
#ifndef FROM_THE_USER
#error "the user's omp.h comes first"
#endif
#else
double seconds() { return omp_get_wtime() * omp_get_max_threads(); }
#endif

__global__ void kernel(float *out, int n) {
  __shared__ float tile[32];
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    tile[threadIdx.x] = out[i];
  }
}
