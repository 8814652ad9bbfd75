// A function of a class that the kernel declares returns to the kernel: no thread leaves, and
// copies are made wide. In the twin, threads that another build sends home leave.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain --gpu=H200 -o %t.cu %s 2>&1 | FileCheck %s
// CHECK: K-loop in 'class_of_its_own' pipelined: cpasync in wide copies
// CHECK: K-loop in 'sent_home' pipelined: cpasync, 2 stages
// CHECK: some threads of the block may have left the kernel

__global__ void class_of_its_own(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][16];
  struct Place {
    int x, y;
    __device__ int row() const { return y; }
  } at{(int)threadIdx.x, (int)threadIdx.y};
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    tile[threadIdx.y][threadIdx.x] = A[threadIdx.y * K + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[at.row()][i] * tile[i][at.x];
    __syncthreads();
  }
  C[threadIdx.y * 16 + threadIdx.x] = sum;
}

__global__ void sent_home(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][16];
#ifdef HALF
  if (threadIdx.y >= 8)
    return;
#endif
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    tile[threadIdx.y][threadIdx.x] = A[threadIdx.y * K + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[threadIdx.y][i] * tile[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 16 + threadIdx.x] = sum;
}

void launch(const float *A, float *C, int K) {
  class_of_its_own<<<100, dim3(16, 16)>>>(A, C, K);
  sent_home<<<100, dim3(16, 16)>>>(A, C, K);
}
