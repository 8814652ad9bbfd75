// Another file of the run, or of the compile database, declares the kernel by
// itself and launches it: the launch is edited there. What cannot be followed
// cannot be edited. A file with a kernel of that name of its own means its own.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/gemm.cu
// RUN: cp %S/Inputs/launches_it.cu.txt %t/main.cu
// RUN: cp %S/Inputs/has_its_own.cu.txt %t/own.cu
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %t/gemm.cu %t/own.cu 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: gemm.cu:{{.*}}K-loop in 'sum_tiles' pipelined: ldg, 2 stages
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %t/gemm.cu %t/main.cu 2>&1 | FileCheck %s
// RUN: echo '[{"directory": "%t", "file": "gemm.cu", "command": "nvcc -c gemm.cu"},' > %t/compile_commands.json
// RUN: echo '{"directory": "%t", "file": "main.cu", "command": "nvcc -c main.cu"}]' >> %t/compile_commands.json
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -p %t %t/gemm.cu 2>&1 | FileCheck %s
// CHECK: remark: K-loop in 'sum_tiles' pipelined: ldg, 2 stages
// CHECK: +{{.*}}<<<1, 64, 2 * 256>>>(A, C, 64)
// CHECK: +{{.*}}<<<1, 64, 2 * 256>>>(A, C, 6400)
//
// RUN: echo 'const char *name = "sum_tiles";' > %t/main.cu
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %t/gemm.cu %t/main.cu 2>&1 | FileCheck %s --check-prefix=NAMED
// NAMED: gemm.cu:[[#@LINE + 11]]:3: remark: K-loop in 'sum_tiles' left alone: {{.*}}'main.cu' names it, so it may be launched there; who launches it must pass 2 times what it passes now of dynamic shared memory, and --assume-launch-updated says that they do [launch-out-of-sight]
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain --assume-launch-updated -p %t %t/gemm.cu 2>&1 | FileCheck %s --check-prefix=ASSUMED
// ASSUMED: K-loop in 'sum_tiles' pipelined: ldg, 2 stages
// ASSUMED: launch 'sum_tiles' with 2 times what it passes now

__global__ void sum_tiles(const float *__restrict__ A, float *__restrict__ C,
                          int K) {
  extern __shared__ float tile[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

void small(const float *A, float *C) { sum_tiles<<<1, 64, 256>>>(A, C, 64); }
