// RUN: cuda-pipeline-rewrite %s --verbose -- nvcc \
// RUN:   -gencode arch=compute_80,code=sm_80 -gencode=arch=compute_90a,code=[sm_90a,compute_90a] \
// RUN:   --generate-code=arch=compute_86,code=sm_86 -x cu -t 4 -G -rdc=true -Xptxas -O3,-v \
// RUN:   -Xcompiler -Wall,-fPIC,-DHOST -I a,b -isystem=c -DBK=32 --expt-relaxed-constexpr \
// RUN:   --extended-lambda -ccbin /usr/bin/g++ -std=c++14 -use_fast_math -lineinfo -O3 \
// RUN:   --diag_suppress 177 -c k.cu -o k.o 2>&1 | FileCheck %s

// CHECK: parsed for sm_90a with: clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a
// CHECK-SAME: -D__CUDACC_DEBUG__ -fgpu-rdc -D__CUDACC_RDC__ -I a -I b -isystem c -DBK=32
// CHECK-SAME: -D__CUDACC_RELAXED_CONSTEXPR__ -D__CUDACC_EXTENDED_LAMBDA__ -std=c++14 -D HOST
// CHECK-NOT: error:
__global__ void kernel(float *out, int n) {
  __shared__ float tile[32];
  for (int i = 0; i < n; ++i)
    __syncthreads();
}
