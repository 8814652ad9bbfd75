// Where assembly has operands, Clang wants two percent signs in front of a special
// register. nvcc takes one as well, and so do we: the kernel is read, and its text
// stays. What nvcc refuses is an error here, too.
//
// RUN: %exits 2 cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s
// RUN: FileCheck --input-file=%t.cu %s --check-prefix=TEXT

__device__ unsigned rank() {
  unsigned r;
  // TEXT: asm volatile("mov.u32 %0, %cluster_ctarank;" : "=r"(r));
  asm volatile("mov.u32 %0, %cluster_ctarank;" : "=r"(r));
  return r;
}

__device__ unsigned long long now() {
  unsigned long long r;
  asm volatile("{\n\tmov.u64 %0, "
               "%globaltimer;\n}"
               : "=l"(r)::"memory");
  return r;
}

template <typename T>
__device__ T processor() {
  T r;
  asm("mov.u32 %0, %smid;" : "=r"(r));
  return r;
}

// CHECK: K-loop in 'accepted' pipelined: ldg
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = float(rank() + processor<unsigned>() + now());
  // TEXT: for (int k = 0
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'rejected' left alone: {{.*}} [parse-error]
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  asm volatile("mov.f32 %0, %7;" : "=f"(sum));
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}
