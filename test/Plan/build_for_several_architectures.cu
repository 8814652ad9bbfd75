// A build for several architectures is read for the newest. Where the oldest has no
// cp.async, that is said; below sm_70, where CUDA does not declare it, it is not used; and a block has no more shared memory than on the one of them
// that has the least.
//
// DEFINE: %{rewrite} = cuda-pipeline-rewrite --explain %s -o %t.cu
// RUN: %{rewrite} --variant=cpasync -- -gencode arch=compute_75,code=sm_75 -gencode arch=compute_90,code=sm_90 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: %{rewrite} --variant=cpasync -- -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 2>&1 | FileCheck %s --check-prefix=NEW
// RUN: %{rewrite} --variant=auto -- -gencode arch=compute_60,code=sm_60 -gencode arch=compute_90,code=sm_90 2>&1 | FileCheck %s --check-prefix=OLDER
// RUN: %{rewrite} --variant=ldg -- -gencode arch=compute_86,code=sm_86 -gencode arch=compute_90,code=sm_90 2>&1 | FileCheck %s --check-prefix=SCARCE
// RUN: %{rewrite} --variant=ldg -- -arch=sm_90 2>&1 | FileCheck %s --check-prefix=ROOMY

// OLD: 'small' {{.*}}cpasync
// OLD: the build is for sm_75, too, which has no cp.async: there the copies wait as those of the plain loop; with --gpu-arch=sm_75 registers carry the next tile
// NEW: 'small' {{.*}}cpasync
// NEW-NOT: the build is for
// OLDER-NOT: 'small' {{.*}}cpasync
// OLDER: 'small'
// OLDER-NOT: the build is for
__global__ void small(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// SCARCE: 'large' left alone: {{.*}}131072 bytes dynamic with 2 stages, sm_86 allows a block 101376 [shared-memory-limit]
// ROOMY: K-loop in 'large' pipelined
__global__ void large(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  extern __shared__ float rows[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    rows[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += rows[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  small<<<1, 64>>>(A, C, K);
  cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       65536);
  large<<<1, 64, 65536>>>(A, C, K);
}
