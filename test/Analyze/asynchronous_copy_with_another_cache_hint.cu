// What an #if chooses may tell the cache more about an asynchronous copy; another copy
// it may not be.
//
// RUN: cuda-pipeline-rewrite --explain --variant=cpasync -o %t.cu %s 2>&1 | FileCheck %s

#define KERNEL(NAME)                                                          \
  __global__ void NAME(const float *__restrict__ A, float *__restrict__ C,    \
                       int K)

#if __CUDACC_VER_MAJOR__ > 11
#define COPY(to, from, bytes)                                                 \
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(to), "l"(from), "n"(bytes))
#define COPY_HALF(to, from, bytes)                                            \
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(to), "l"(from), "n"(bytes))
#define COPY_BACK(to, from, bytes)                                            \
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(to), "l"(from), "n"(bytes))
#define WAIT(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))
#else
#define COPY(to, from, bytes)                                                 \
  asm volatile("cp.async.cg.shared.global [%0], [%1], %2;\n" ::"r"(to), "l"(from), "n"(bytes))
#define COPY_HALF(to, from, bytes)                                            \
  asm volatile("cp.async.cg.shared.global [%0], [%1], %2;\n" ::"r"(to), "l"(from), "n"((bytes) / 2))
#define COPY_BACK(to, from, bytes)                                            \
  asm volatile("st.shared.f32 [%0], %1;\n" ::"r"(to), "f"(*(from)), "n"(bytes))
#define WAIT(n) asm volatile("cp.async.wait_group 1;\n" ::)
#endif
#define COMMIT() asm volatile("cp.async.commit_group;\n" ::)
#define WAIT_ALL() asm volatile("cp.async.wait_group 0;\n" ::)

// CHECK: 'accepted_hint' pipelined: cpasync
KERNEL(accepted_hint) {
  __shared__ alignas(16) float tile[256];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 256) {
    unsigned to = __cvta_generic_to_shared(&tile[t * 4]);
    COPY(to, &A[k + t * 4], 16);
    COMMIT();
    WAIT_ALL();
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'told_size': 'asm' in another definition of the macro 'COPY_HALF' was not looked at
KERNEL(told_size) {
  __shared__ alignas(16) float tile[256];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 256) {
    unsigned to = __cvta_generic_to_shared(&tile[t * 4]);
    COPY_HALF(to, &A[k + t * 4], 16);
    COMMIT();
    WAIT_ALL();
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'told_store': 'asm' in another definition of the macro 'COPY_BACK' was not looked at
KERNEL(told_store) {
  __shared__ alignas(16) float tile[256];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 256) {
    unsigned to = __cvta_generic_to_shared(&tile[t * 4]);
    COPY_BACK(to, &A[k + t * 4], 16);
    COMMIT();
    WAIT_ALL();
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'told_wait': 'asm' in another definition of the macro 'WAIT' was not looked at
KERNEL(told_wait) {
  __shared__ alignas(16) float tile[256];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 256) {
    unsigned to = __cvta_generic_to_shared(&tile[t * 4]);
    COPY(to, &A[k + t * 4], 16);
    COMMIT();
    WAIT(0);
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
