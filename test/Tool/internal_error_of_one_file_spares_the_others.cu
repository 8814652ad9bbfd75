// RUN: cp %s %t.cu
// RUN: %exits 2 cuda-pipeline-rewrite -i %t.cu 2>&1 | FileCheck %s
// RUN: cmp %s %t.cu
// RUN: %exits 2 cuda-pipeline-rewrite -j1 --quiet %s %inputs/tiled.cu 2>/dev/null | FileCheck --check-prefix=OTHER %s

// CHECK: error: internal error, the file is left as it was
// CHECK-NOT: Stack dump
// OTHER: +++ b/{{.*}}tiled.cu
__global__ void kernel(float *out, int n) {
  __shared__ float tile[32];
  for (int i = 0; i < n; ++i)
    __syncthreads();
}
#pragma clang __debug crash
