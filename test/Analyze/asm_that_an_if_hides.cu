// Inline assembly that an #if switches off may compute in registers. What waits,
// reaches memory, or sets what the load of the next tile reads is another matter.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: K-loop in 'computes' pipelined
__global__ void computes(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum[2] = {};
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    const float x = tile[31 - t];
#if __CUDA_ARCH__ >= 900
    asm volatile("fma.rn.f32 %0, %1, %1, %0;\n"
                 "add.f32 %0, %0, %1;"
                 : "+f"(((float *)(sum + 0))[0]) : "f"(x));
#else
    sum[0] = sum[0] * x + x;
#endif
    __syncthreads();
  }
  out[t] = sum[0];
}

// CHECK: K-loop in 'waits' left alone: {{.*}}inline asm does more than compute [macro-loop]
__global__ void waits(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
#if __CUDA_ARCH__ >= 900
    asm volatile("bar.sync 1;");
#endif
    sum += tile[31 - t];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'reads_the_tile' left alone: {{.*}} [macro-loop]
__global__ void reads_the_tile(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  const unsigned at = __cvta_generic_to_shared(tile) + t * 4;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
#if __CUDA_ARCH__ >= 900
    asm volatile("ld.shared.f32 %0, [%1];" : "=f"(sum) : "r"(at));
#endif
    sum += tile[31 - t];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'stores' left alone: {{.*}} [macro-loop]
__global__ void stores(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    const float x = tile[31 - t];
#if __CUDA_ARCH__ >= 900
    asm("st.global.f32 [%0], %1;" ::"l"(k), "f"(x));
#endif
    sum += x;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'sets_what_the_load_reads' left alone: {{.*}}'from'{{.*}} [macro-loop]
__global__ void sets_what_the_load_reads(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  int from[2] = {0, 0};
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + from[0] + t];
    __syncthreads();
#if __CUDA_ARCH__ >= 900
    asm("add.s32 %0, %0, 1;" : "+r"(((int *)(from + 0))[0]));
#endif
    sum += tile[31 - t];
    __syncthreads();
  }
  out[t] = sum;
}

#define CODE "bar.sync 0;"

// CHECK: K-loop in 'spelled_by_a_macro' left alone: {{.*}} [macro-loop]
__global__ void spelled_by_a_macro(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
#if __CUDA_ARCH__ >= 900
    asm volatile(CODE);
    asm volatile("mov.b32 %0, %0;" CODE : "+f"(sum));
#endif
    sum += tile[31 - t];
    __syncthreads();
  }
  out[t] = sum;
}
