// A loop that no path leads to is left alone: what ends the path is decided when the
// file is compiled, by the architecture, a macro or the arguments of a template. Where
// one GPU, one instantiation or one caller gets there, it is pipelined.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg --gpu-arch=sm_80 %s 2>&1 \
// RUN:   | grep remark: | FileCheck %s --check-prefixes=CHECK,NEW
// RUN: cuda-pipeline-rewrite --explain --variant=ldg --gpu-arch=sm_60 %s 2>&1 \
// RUN:   | grep remark: | FileCheck %s --check-prefixes=CHECK,OLD
// RUN: cuda-pipeline-rewrite --kernel=rejected --force --quiet -o %t.same.cu %s
// RUN: cmp %s %t.same.cu
//
// It is in the way of nothing.
// RUN: cuda-pipeline-rewrite --kernel=rejected --warnings-as-errors %s

// NEW: 'arch' left alone: nothing reaches the loop: on sm_80, with these macros, no path leads to it; read the file with the --gpu-arch, or the -D, of what runs it [not-reached]
// OLD: 'arch' pipelined
__global__ void arch(const float *A, float *C, int n) {
#if __CUDA_ARCH__ >= 700
  __trap();
  return;
#endif
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  C[t] = sum;
}

// NEW: 'arch_by_if' left alone: nothing reaches
// OLD: 'arch_by_if' pipelined
__global__ void arch_by_if(const float *A, float *C, int n) {
  if (__CUDA_ARCH__ >= 700)
    return;
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'rejected_no_device_code' left alone: nothing reaches the loop: on sm_{{[0-9]+}}, {{.*}}[not-reached]
[[noreturn]] static __device__ void no_device_code(int line) {
  printf("%d", line);
  __trap();
}
__global__ void rejected_no_device_code(const float *A, float *C, int n) {
  no_device_code(__LINE__);
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'rejected_endless' left alone: nothing reaches the loop: on sm_{{[0-9]+}}, {{.*}}[not-reached]
__global__ void rejected_endless(const float *A, float *C, int n) {
  while (true)
    C[0] += 1;
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'rejected_both_ways' left alone: nothing reaches the loop: on sm_{{[0-9]+}}, {{.*}}[not-reached]
__global__ void rejected_both_ways(const float *A, float *C, int n) {
  if (n > 7)
    return;
  else
    return;
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  C[t] = sum;
}

#define USE_TILES 0
// CHECK: 'rejected_switched_off' left alone: nothing reaches the loop: on sm_{{[0-9]+}}, {{.*}}[not-reached]
__global__ void rejected_switched_off(const float *A, float *C, int n) {
  if (USE_TILES) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  C[t] = sum;
  }
}

// CHECK: 'rejected_discarded' left alone: nothing reaches the loop: on sm_{{[0-9]+}}, {{.*}}[not-reached]
__global__ void rejected_discarded(const float *A, float *C, int n) {
  if constexpr (sizeof(float) == 8) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  C[t] = sum;
  }
}

// CHECK: 'rejected_in_no_instantiation' left alone: nothing reaches the loop: on sm_{{[0-9]+}}, {{.*}}[not-reached]
template <int N> __global__ void rejected_in_no_instantiation(const float *A, float *C, int n) {
  if (N > 4)
    return;
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  C[t] = sum;
}

template __global__ void rejected_in_no_instantiation<8>(const float *A, float *C, int n);
template __global__ void rejected_in_no_instantiation<16>(const float *A, float *C, int n);

// CHECK: 'in_one_instantiation' pipelined
template <int N> __global__ void in_one_instantiation(const float *A, float *C, int n) {
  if (N > 4)
    return;
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  C[t] = sum;
}

template __global__ void in_one_instantiation<4>(const float *A, float *C, int n);
template __global__ void in_one_instantiation<8>(const float *A, float *C, int n);

// CHECK: 'rejected_callee' left alone: nothing reaches the loop: on sm_{{[0-9]+}}, {{.*}}[not-reached]
static __device__ void rejected_callee(const float *A, float *C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void calls_in_vain(const float *A, float *C, int n) {
#if __CUDA_ARCH__ >= 350
  return;
#endif
  rejected_callee(A, C, n);
}

// CHECK: 'callee' pipelined
static __device__ void callee(const float *A, float *C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void calls(const float *A, float *C, int n) {
  if (USE_TILES)
    return;
  callee(A, C, n);
}
__global__ void calls_in_vain_too(const float *A, float *C, int n) {
  if (USE_TILES)
    callee(A, C, n);
}

// CHECK: 'at_run_time' pipelined
__global__ void at_run_time(const float *A, float *C, int n) {
  if (n == 7)
    return;
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'only_a_trap' pipelined
__global__ void only_a_trap(const float *A, float *C, int n) {
  if (n == 7)
    __trap();
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'left_on_a_way' pipelined
__global__ void left_on_a_way(const float *A, float *C, int n) {
  for (;;) {
    C[threadIdx.x] += 1;
    if (C[0] > n)
      break;
  }
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'default_case' pipelined
__global__ void default_case(const float *A, float *C, int n) {
  switch (sizeof(float)) {
  case 8:
    return;
  default:
    break;
  }
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  C[t] = sum;
}
