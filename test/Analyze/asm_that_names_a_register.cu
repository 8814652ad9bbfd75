// A register that asm names outside of braces is one of the whole function: ptxas takes such asm
// once, and the load phase is made twice. In braces it is the asm's own.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

__device__ float named(const float *p) {
  float v;
  asm(".reg .f32 t; ld.global.nc.f32 t, [%1]; mov.f32 %0, t;" : "=f"(v) : "l"(p));
  return v;
}

// CHECK: K-loop in 'rejected' left alone: {{.*}}[unknown-effects]
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = named(A + k + t);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

__device__ float own(const float *p) {
  float v;
  asm("{\n\t.reg .f32 t;\n\tld.global.nc.f32 t, [%1];\n\tmov.f32 %0, t;\n\t}" : "=f"(v) : "l"(p));
  return v;
}

// CHECK: K-loop in 'accepted' pipelined: ldg
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = own(A + k + t);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}
