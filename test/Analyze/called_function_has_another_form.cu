// What the loop calls may do more in another configuration than in the one that is
// read: under an #if in it, by a macro that has another definition, or as another
// function of its name.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --kernel=rejected --quiet -o %t.same.cu %s
// RUN: cmp %s %t.same.cu
// RUN: cuda-pipeline-rewrite --explain --variant=cpasync --kernel=vectors %s \
// RUN:   2>&1 | FileCheck %s --check-prefix=ASYNC
// RUN: %run_on_cpu %S/Inputs/trap.driver.cu %s %t.cu
// RUN: %run_on_cpu %S/Inputs/trap.driver.cu %s %t.cu -DMORE

#ifdef MORE
#define NOTE(to, x) (to = (x))
#else
#define NOTE(to, x)
#endif

__device__ int counters[64];

__device__ float stores(float *to, const float *tile, int i) {
#ifdef MORE
  to[i] = tile[i];
#endif
  return tile[i];
}
__device__ float notes(float *to, const float *tile, int i) {
  NOTE(to[i], tile[i]);
  return tile[i];
}
#ifdef MORE
__device__ float second(float *out, const float *tile, int i) {
  out[i] = 1.0f;
  return tile[i];
}
#else
__device__ float second(float *to, const float *tile, int i) { return tile[i]; }
#endif
__device__ float waits(const float *tile, int i) {
#ifdef MORE
  __syncthreads();
#endif
  return tile[i];
}
__device__ float counted(const float *from, int i) {
#ifdef MORE
  return from[i] * counters[i % 64];
#else
  return from[i];
#endif
}
__device__ const float *chosen(const float *A, const float *C) {
#ifdef MORE
  return C;
#else
  return A;
#endif
}
__device__ float renames(float *to, const float *tile, int i) {
#ifdef MORE
  auto p = to;
  p[i] = tile[i];
#endif
  return tile[i];
}
__device__ int counts_bytes(int a, int sum) {
#ifdef MORE
  const char *bytes = (const char *)&a;
  return sum + bytes[0] + bytes[3];
#else
  return sum + a;
#endif
}
__device__ int turns_bytes(int a, int *to) {
#ifdef MORE
  char *bytes = (char *)to;
  bytes[0] = 0;
#endif
  return to[0] + a;
}
__device__ float assembles(float x) {
#ifdef PTX
  asm volatile("st.global.f32 [%0], %1;" ::"l"(counters), "f"(x) : "memory");
#endif
  return x;
}

// CHECK: 'rejected_store' left alone: {{.*}} an #if hides a change of 'to' in the function 'stores' [macro-loop]
__global__ void rejected_store(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t] = C[k * 64 + t];
    __syncthreads();
    sum += stores(C + 64 * (k + 1), tile, t);
    __syncthreads();
  }
  C[4096 + t] = sum;
}

// CHECK: 'rejected_other_name' left alone: {{.*}} an #if hides a change of 'p' in the function 'renames' [macro-loop]
__global__ void rejected_other_name(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t] = C[k * 64 + t];
    __syncthreads();
    sum += renames(C + 64 * (k + 1), tile, t);
    __syncthreads();
  }
  C[4096 + t] = sum;
}

// CHECK: 'told_macro': a change of 'to' in another definition of a macro in the function 'notes' was not looked at
__global__ void told_macro(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t] = C[k * 64 + t];
    __syncthreads();
    sum += notes(C + 64 * (k + 1), tile, t);
    __syncthreads();
  }
  C[4096 + t] = sum;
}

// CHECK: 'rejected_second_definition' left alone: {{.*}} an #if hides a change of 'to' in the function 'second' [macro-loop]
__global__ void rejected_second_definition(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t] = C[k * 64 + t];
    __syncthreads();
    sum += second(C + 64 * (k + 1), tile, t);
    __syncthreads();
  }
  C[4096 + t] = sum;
}

// CHECK: 'rejected_bytes' left alone: {{.*}} an #if hides a change of 'bytes' in the function 'turns_bytes' [macro-loop]
__global__ void rejected_bytes(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t] = C[k * 64 + t];
    __syncthreads();
    sum += turns_bytes(tile[t], (int *)(C + 64 * (k + 1)));
    __syncthreads();
  }
  C[4096 + t] = sum;
}

// CHECK: 'rejected_barrier' left alone: {{.*}} an #if hides '__syncthreads' in the function 'waits' [macro-loop]
__global__ void rejected_barrier(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t] = C[k * 64 + t];
    __syncthreads();
    sum += waits(tile, 63 - t);
    __syncthreads();
  }
  C[4096 + t] = sum;
}

// CHECK: 'rejected_load' left alone: {{.*}} an #if hides 'counters' in the function 'counted' [macro-loop]
__global__ void rejected_load(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t] = counted(A, k * 64 + t);
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[4096 + t] = sum;
}

// CHECK: 'rejected_pointer' left alone: {{.*}} an #if hides 'C' in the function 'chosen' [macro-loop]
__global__ void rejected_pointer(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t] = chosen(A, C)[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[4096 + t] = sum;
}

// CHECK: 'rejected_asm' left alone: {{.*}} an #if hides 'asm' in the function 'assembles' [macro-loop]
__global__ void rejected_asm(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t] = C[k * 64 + t];
    __syncthreads();
    sum += assembles(tile[63 - t]);
    __syncthreads();
  }
  C[4096 + t] = sum;
}

// These compute something else with numbers of their own, write where they write
// anyway, or are for the host.
__device__ float numbers(float x) {
#if defined(MORE)
  float y = x * 0.25f;
  float w[2] = {x, x};
  y += x;
  w[1] += y;
  return w[1];
#else
  return x * 0.5f;
#endif
}
__device__ void writes(float *to, float x) {
#ifdef MORE
  to[0] = x + 1.0f;
#else
  to[0] = x;
#endif
}
__host__ __device__ float hosts(float x) {
#ifdef __CUDA_ARCH__
  return x * 2.0f;
#else
  return 2.0f * x + 0.0f * counters[0];
#endif
}
#ifdef MORE
__device__ float fetched(const float *from, int at) { return from[at] * 3.0f; }
#else
__device__ float fetched(const float *A, int i) { return A[i]; }
#endif

// CHECK: 'trap' pipelined
__global__ void trap(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t] = fetched(A, k * 64 + t);
    __syncthreads();
    float one;
    writes(&one, numbers(tile[63 - t]));
    sum += hosts(one);
    sum += counts_bytes(__float_as_int(one), k);
    __syncthreads();
  }
  C[4096 + t] = sum;
}

__device__ float4 loaded(const float4 *from) {
#ifdef MORE
  float4 v = *from;
  v.x += 1.0f;
  return v;
#else
  return *from;
#endif
}
__device__ float4 same(const float4 *from) { return *from; }

// ASYNC: 'vectors_of_one' left alone: {{.*}} an #if hides another form of the function 'loaded' [macro-loop]
// ASYNC: 'vectors_same' pipelined
__global__ void vectors_of_one(const float4 *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float4 tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t] = loaded(&A[k * 64 + t]);
    __syncthreads();
    sum += tile[63 - t].x;
    __syncthreads();
  }
  C[t] = sum;
}
__global__ void vectors_same(const float4 *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float4 tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t] = same(&A[k * 64 + t]);
    __syncthreads();
    sum += tile[63 - t].x;
    __syncthreads();
  }
  C[t] = sum;
}
