// A pointer that assembly computes leads where those lead that it is given. One
// that it makes of a number of 64 bits, or loads, may lead anywhere: into shared
// memory, too, unless the load says that it is global.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

__device__ const float *moved(const float *from, unsigned by) {
  const float *to;
  asm("{\n\t.reg .u64 wide;\n\tmul.wide.u32 wide, %2, 4;\n\tadd.u64 %0, %1, wide;\n\t}"
      : "=l"(to)
      : "l"(from), "r"(by));
  return to;
}

__device__ const float *made(const float *from, unsigned long long by) {
  const float *to;
  asm("add.u64 %0, %1, %2;" : "=l"(to) : "l"(from), "l"(by));
  return to;
}

__device__ float global(const float *from) {
  float value;
  asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(value) : "l"(from));
  return value;
}

__device__ float anywhere(const float *from) {
  float value;
  asm volatile("ld.f32 %0, [%1];" : "=f"(value) : "l"(from));
  return value;
}

// CHECK: remark: K-loop in 'computed' pipelined
__global__ void computed(const float *__restrict__ A, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    tile[t] = *moved(A, k * 64 + t);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: remark: K-loop in 'of_another_number' left alone: {{.*}}cannot be followed [unknown-effects]
__global__ void of_another_number(const float *__restrict__ A, float *out,
                                  int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    tile[t] = *made(A, k * 256ull + t * 4);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: remark: K-loop in 'loaded' pipelined
__global__ void loaded(float *out, int n) {
  const float *A;
  asm("ld.param.u64 %0, [0x10];" : "=l"(A));
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    tile[t] = global(A + k * 64 + t);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: remark: K-loop in 'loaded_from_anywhere' left alone: {{.*}}cannot be followed [unknown-effects]
__global__ void loaded_from_anywhere(float *out, int n) {
  const float *A;
  asm("ld.param.u64 %0, [0x10];" : "=l"(A));
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    tile[t] = anywhere(A + k * 64 + t);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// Wherever it leads, the loop may write there.
// CHECK: remark: K-loop in 'loaded_and_written' left alone: {{.*}} [source-may-change]
__global__ void loaded_and_written(float *out, int n) {
  const float *A;
  asm("ld.param.u64 %0, [0x10];" : "=l"(A));
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    tile[t] = global(A + k * 64 + t);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      out[k * 64 + t] += tile[i] * (t + 1);
    __syncthreads();
  }
}

// The carry comes from assembly that is not seen from here.
// CHECK: remark: K-loop in 'carry_from_elsewhere' left alone: {{.*}} [unknown-effects]
__global__ void carry_from_elsewhere(const float *__restrict__ A, float *out,
                                     int n) {
  int high = 0;
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    tile[t] = A[k * 64 + t];
    asm("addc.u32 %0, %0, 0;" : "+r"(high));
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

__device__ const float *named(const float *from) {
  const float *to;
  asm("{\n\t.reg .u64 wide;\n\tmov.u64 wide, somewhere;\n\tadd.u64 %0, %1, wide;\n\t}"
      : "=l"(to)
      : "l"(from));
  return to;
}

// A variable that it names.
// CHECK: remark: K-loop in 'of_a_name' left alone: {{.*}}cannot be followed [unknown-effects]
__global__ void of_a_name(const float *__restrict__ A, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    tile[t] = *named(A + k * 64 + t);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}
