// A kernel that reads how much dynamic shared memory it has would be told of
// twice as much. The near twin is told by an argument.
//
// RUN: cuda-pipeline-rewrite --widen=none --explain --variant=ldg -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --widen=none --explain -o %t.auto.cu %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=AUTO

__device__ unsigned dynamic_size() {
  unsigned size;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(size));
  return size;
}

// CHECK: K-loop in 'rejected' left alone: the tile lies in dynamic shared memory: the kernel asks how much of it the launch gives, and would be told of twice as much [dynamic-shared-memory]
// AUTO: K-loop in 'rejected' pipelined: ldg-single, one buffer
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  extern __shared__ float tile[];
  const int t = threadIdx.x, width = dynamic_size() / 4;
  float sum = 0.0f;
  for (int k = 0; k < K; k += width) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < width; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'accepted' pipelined: ldg, 2 stages, 256 bytes apart in dynamic shared memory
// AUTO: K-loop in 'accepted' pipelined: ldg, 2 stages
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K, int width) {
  extern __shared__ float buffer[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += width) {
    buffer[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < width; ++i)
      sum += buffer[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

void run(const float *A, float *C, int K) {
  rejected<<<1, 64, 64 * sizeof(float)>>>(A, C, K);
  accepted<<<1, 64, 64 * sizeof(float)>>>(A, C, K, 64);
}
