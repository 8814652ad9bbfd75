// Where nobody says what the kernel runs on, its stages fit a block of all GPUs since
// sm_80: sm_86 and sm_89 have 99 KB. On an A100 there is room for more.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=4 --explain %s -o %t.any.cu \
// RUN:   2>&1 | FileCheck %s --check-prefix=ANY
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=4 --explain --gpu="A100 80GB SXM" %s \
// RUN:   -o %t.a100.cu 2>&1 | FileCheck %s --check-prefix=A100
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=4 --explain --gpu-arch=sm_80 %s \
// RUN:   -o %t.sm80.cu 2>&1 | FileCheck %s --check-prefix=A100

// ANY: 'sums' left alone: {{.*}} [shared-memory-limit]
// A100: 'sums' pipelined: cpasync{{.*}}, 4 stages,{{.*}} shared memory 32768 -> 131072 bytes
__global__ void sums(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[8192];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 8192) {
    for (int i = threadIdx.x; i < 8192; i += 256)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 8192; ++i)
      sum += tile[i] * (threadIdx.x + i);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

void launch(const float *A, float *out, int n) {
  sums<<<1, 256>>>(A, out, n);
}
