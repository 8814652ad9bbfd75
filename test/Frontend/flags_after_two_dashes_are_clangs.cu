// RUN: cuda-pipeline-rewrite --quiet %s -- -DWANTED=1 -c -o x.o --cuda-gpu-arch=sm_70 --cuda-gpu-arch=sm_86 2>&1 | count 0
// RUN: cuda-pipeline-rewrite --verbose %s -- -DWANTED=1 --offload-arch=sm_70,sm_86 2>&1 | FileCheck %s
// RUN: %exits 2 cuda-pipeline-rewrite %s -- -DWANTED=1 -fsyntax-onyl 2>&1 | FileCheck --check-prefix=UNKNOWN %s

// CHECK: parsed for sm_86
// UNKNOWN: error: unknown compiler flag '-fsyntax-onyl', did you mean '-fsyntax-only'?
#ifndef WANTED
#error "no flags"
#endif
__global__ void kernel(float *out, int n) {
  __shared__ float tile[32];
  for (int i = 0; i < n; ++i)
    __syncthreads();
}
