// Assembly that addresses shared memory by a number, and not by what a pointer was made
// into, counts on the place of each array: nothing is moved there, wherever it stands.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --dump-after=rewrite %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg-single --dump-after=rewrite %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %s 2>&1 | FileCheck %s --check-prefix=WHY

// WHY: 'behind_the_loop' left alone: {{.*}} shared memory is addressed by a number here that comes from no pointer

__device__ __forceinline__ float load(unsigned address) {
  float x;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(address * 4));
  return x;
}
__device__ __forceinline__ void store(unsigned address, float x) {
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(address), "f"(x) : "memory");
}
__device__ __forceinline__ float loadAgain(unsigned address) {
  return load(address + 1);
}

// CHECK: left-alone behind_the_loop {{.*}} unknown-effects
__global__ void __launch_bounds__(64)
behind_the_loop(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  tile[t] = sum;
  __syncthreads();
  C[t] = loadAgain(62 - t);
}

// CHECK: left-alone in_compute {{.*}} unknown-effects
__global__ void __launch_bounds__(64)
in_compute(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += load(63 - t);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: left-alone in_front_of_the_loop {{.*}} unknown-effects
__global__ void __launch_bounds__(64)
in_front_of_the_loop(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64], factors[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  store(256 + t * 4, A[t]);
  __syncthreads();
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t] * factors[t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: left-alone by_a_constant {{.*}} unknown-effects
__global__ void __launch_bounds__(64)
by_a_constant(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f, first;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  asm volatile("ld.shared.f32 %0, [0];" : "=f"(first));
  C[t] = sum + first;
}

// CHECK: left-alone made_a_pointer {{.*}} unknown-effects
__global__ void __launch_bounds__(64)
made_a_pointer(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  tile[t] = sum;
  __syncthreads();
  C[t] = *(const float *)__cvta_shared_to_generic((63 - t) * 4);
}

// CHECK: rewritten of_a_pointer
__global__ void __launch_bounds__(64)
of_a_pointer(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64], last[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  last[t] = sum;
  __syncthreads();
  const unsigned words = __cvta_generic_to_shared(last) / 4;
  C[t] = loadAgain(words + 62 - t);
}

// CHECK: rewritten of_a_pointer_by_asm
__global__ void __launch_bounds__(64)
of_a_pointer_by_asm(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64], last[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  last[t] = sum;
  __syncthreads();
  unsigned address;
  asm("{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }"
      : "=r"(address)
      : "l"(last));
  C[t] = load(address / 4 + t);
}
