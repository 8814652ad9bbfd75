// `volatile` keeps the compiler from dropping an asm statement. One that computes or
// loads may be made a trip earlier all the same; not one that reads a clock, or asks
// for what others have stored meanwhile.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg %s 2>&1 >/dev/null | FileCheck %s

// CHECK: K-loop in 'loads' pipelined: ldg
__device__ __forceinline__ float load(const float *p) {
  float v;
  asm volatile("ld.global.nc.L1::no_allocate.f32 %0, [%1];" : "=f"(v) : "l"(p));
  return v;
}
__global__ void __launch_bounds__(64) loads(const float *A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = load(A + k * 64 + threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'loads_again' left alone: volatile or atomic accesses
__device__ __forceinline__ float load_again(const float *p) {
  float v;
  asm volatile("ld.global.cv.f32 %0, [%1];" : "=f"(v) : "l"(p));
  return v;
}
__global__ void __launch_bounds__(64) loads_again(const float *A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = load_again(A + k * 64 + threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'reads_a_clock' left alone: volatile or atomic accesses
__global__ void __launch_bounds__(64) reads_a_clock(const float *A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    unsigned now;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(now));
    tile[threadIdx.x] = A[k * 64 + threadIdx.x] + now;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
