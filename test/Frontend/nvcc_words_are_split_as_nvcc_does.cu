// RUN: cuda-pipeline-rewrite %s --verbose -- nvcc -DA1=1,B1=2 '-DC1="x,y"' '-DD1=\"a\"' -DE1=x\\,y -I x,'"y,z"' -isystem=s,t \
// RUN:   -U F,G -include=%S/Inputs/one.h,%S/Inputs/two.h -Xcompiler '-DH=1,"-DI=2 3" -Wall' -Xcompiler=-DJ=\\\"k\\\" \
// RUN:   --compiler-options -DK,-DL -t4 -std c++20 -c %s 2>&1 | FileCheck %s

// CHECK: -DA1=1 -DB1=2 -DC1="x,y" -DD1="a" -DE1=x,y -I x -I y,z -isystem s -isystem t -UF -UG
// CHECK-SAME: -include {{.*}}one.h -include {{.*}}two.h -std=c++20 -D H=1 -D I=2 3 -D J=k -D K -D L
__global__ void kernel(float *out, int n) {
  __shared__ float tile[32];
  for (int i = 0; i < n; ++i)
    __syncthreads();
}
