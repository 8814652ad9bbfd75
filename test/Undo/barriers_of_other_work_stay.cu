// A barrier that publishes or settles something else than the tile stays where it is.
//
// RUN: cuda-pipeline-rewrite --undo --explain --warnings-as-errors %s -o %t.cu 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --undo --check %t.cu
// RUN: %run_on_cpu %S/../Rewrite/Inputs/walk.driver.cu %s %t.cu -DMORE \
// RUN:   -DKERNELS=read_behind,read_in_trip,by_pointer,in_struct,by_atomic
// RUN: FileCheck %s --check-prefix=PLAIN --input-file=%t.cu

// CHECK: 'read_behind' taken back: registers, 2 stages -> plain loop
//      PLAIN: void read_behind(
//      PLAIN:   bias[t] = t + 1.0f;
// PLAIN-NEXT:   __syncthreads();
// PLAIN-NEXT:   for (int k = 0; k < n; k += 32) {
// PLAIN-NEXT:     tile[t] = k + t < n ? A[k + t] : 0.0f;
// PLAIN-NEXT:     __syncthreads();
// PLAIN-NEXT:     for (int i = 0; i < 32; ++i)
// PLAIN-NEXT:       sum += tile[i] * (t + 1);
// PLAIN-NEXT:     __syncthreads();
// PLAIN-NEXT:   }
__global__ void read_behind(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile[2][32], bias[32];
  const int t = threadIdx.x;
  float sum = 1.0f, next;
  bias[t] = t + 1.0f;
  if (n > 0)
    tile[0][t] = t < n ? A[t] : 0.0f;
  __syncthreads();
  int stage = 0;
  for (int k = 0; k < n; k += 32) {
    const bool has_next = k + 32 < n;
    if (has_next)
      next = k + 32 + t < n ? A[k + 32 + t] : 0.0f;
    for (int i = 0; i < 32; ++i)
      sum += tile[stage][i] * (t + 1);
    if (has_next) {
      tile[stage ^ 1][t] = next;
      __syncthreads();
    }
    stage ^= 1;
  }
  out[t] = sum + bias[t ^ 17];
}

// CHECK: 'read_in_trip' taken back: registers, 2 stages -> plain loop
//      PLAIN: void read_in_trip(
//      PLAIN:   bias[t] = t + 1.0f;
// PLAIN-NEXT:   __syncthreads();
// PLAIN-NEXT:   for (int k
__global__ void read_in_trip(const float *__restrict__ A,
                             float *__restrict__ out, int n) {
  __shared__ float tile[2][32], bias[32];
  const int t = threadIdx.x;
  float sum = 1.0f, next;
  bias[t] = t + 1.0f;
  if (n > 0)
    tile[0][t] = t < n ? A[t] : 0.0f;
  __syncthreads();
  int stage = 0;
  for (int k = 0; k < n; k += 32) {
    const bool has_next = k + 32 < n;
    sum += bias[t ^ 17];
    if (has_next)
      next = k + 32 + t < n ? A[k + 32 + t] : 0.0f;
    for (int i = 0; i < 32; ++i)
      sum += tile[stage][i] * (t + 1);
    if (has_next) {
      tile[stage ^ 1][t] = next;
      __syncthreads();
    }
    stage ^= 1;
  }
  out[t] = sum;
}

// CHECK: 'by_pointer' taken back: registers, 2 stages -> plain loop
//      PLAIN: void by_pointer(
//      PLAIN:     r[t] = sum;
// PLAIN-NEXT:     __syncthreads();
// PLAIN-NEXT:     sum += r[t ^ 17];
// PLAIN-NEXT:     __syncthreads();
// PLAIN-NEXT:   }
__global__ void by_pointer(const float *__restrict__ A,
                           float *__restrict__ out, int n) {
  __shared__ float tile[2][32], red[32];
  const int t = threadIdx.x;
  float *r = red;
  float sum = 1.0f, next;
  if (n > 0)
    tile[0][t] = t < n ? A[t] : 0.0f;
  __syncthreads();
  int stage = 0;
  for (int k = 0; k < n; k += 32) {
    const bool has_next = k + 32 < n;
    if (has_next)
      next = k + 32 + t < n ? A[k + 32 + t] : 0.0f;
    for (int i = 0; i < 32; ++i)
      sum += tile[stage][i] * (t + 1);
    r[t] = sum;
    __syncthreads();
    sum += r[t ^ 17];
    if (has_next) {
      tile[stage ^ 1][t] = next;
      __syncthreads();
    }
    stage ^= 1;
  }
  out[t] = sum;
}

// CHECK: 'in_struct' taken back: registers, 2 stages -> plain loop
//      PLAIN: void in_struct(
//      PLAIN:     sh.red[t] = sum;
// PLAIN-NEXT:     __syncthreads();
// PLAIN-NEXT:     sum += sh.red[t ^ 17];
__global__ void in_struct(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile[2][32];
  __shared__ struct {
    float red[32];
  } sh;
  const int t = threadIdx.x;
  float sum = 1.0f, next;
  if (n > 0)
    tile[0][t] = t < n ? A[t] : 0.0f;
  __syncthreads();
  int stage = 0;
  for (int k = 0; k < n; k += 32) {
    const bool has_next = k + 32 < n;
    if (has_next)
      next = k + 32 + t < n ? A[k + 32 + t] : 0.0f;
    for (int i = 0; i < 32; ++i)
      sum += tile[stage][i] * (t + 1);
    sh.red[t] = sum;
    __syncthreads();
    sum += sh.red[t ^ 17];
    if (has_next) {
      tile[stage ^ 1][t] = next;
      __syncthreads();
    }
    stage ^= 1;
  }
  out[t] = sum;
}

// CHECK: 'by_atomic' taken back: registers, 2 stages -> plain loop
//      PLAIN: void by_atomic(
//      PLAIN:     atomicAdd(&flag, 1);
// PLAIN-NEXT:     __syncthreads();
// PLAIN-NEXT:     sum += flag;
__global__ void by_atomic(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile[2][32];
  __shared__ int flag;
  const int t = threadIdx.x;
  float sum = 1.0f, next;
  if (t == 0)
    flag = 0;
  if (n > 0)
    tile[0][t] = t < n ? A[t] : 0.0f;
  __syncthreads();
  int stage = 0;
  for (int k = 0; k < n; k += 32) {
    const bool has_next = k + 32 < n;
    if (has_next)
      next = k + 32 + t < n ? A[k + 32 + t] : 0.0f;
    for (int i = 0; i < 32; ++i)
      sum += tile[stage][i] * (t + 1);
    atomicAdd(&flag, 1);
    __syncthreads();
    sum += flag;
    if (has_next) {
      tile[stage ^ 1][t] = next;
      __syncthreads();
    }
    stage ^= 1;
  }
  out[t] = sum;
}
