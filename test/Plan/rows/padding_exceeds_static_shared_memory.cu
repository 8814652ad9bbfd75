// Two stages of 24 KB are all that static shared memory has: longer rows take
// dynamic memory, where the launches can be edited and the accesses get twice as
// fast. With one buffer there is room.
//
// RUN: cuda-pipeline-rewrite --gpu-arch=sm_80 --variant=ldg --pad=auto %s 2>&1 \
// RUN:   -- '-DSTORED(i)=i' '-DREAD(i)=i' | FileCheck %s --check-prefix=MOVED -D#PAD=2
// RUN: cuda-pipeline-rewrite --gpu-arch=sm_80 --variant=ldg --pad=auto %s 2>&1 \
// RUN:   -- -DELSEWHERE '-DSTORED(i)=i' '-DREAD(i)=i' | FileCheck %s
// RUN: cuda-pipeline-rewrite --gpu-arch=sm_80 --variant=ldg --pad=auto %s 2>&1 \
// RUN:   -- '-DSTORED(i)=(tid + i) % 8 * 4' '-DREAD(i)=(tid + i) % 32' | FileCheck %s
// RUN: cuda-pipeline-rewrite --gpu-arch=sm_80 --variant=ldg --pad=16 %s 2>&1 \
// RUN:   -- '-DSTORED(i)=i' '-DREAD(i)=i' | FileCheck %s --check-prefix=MOVED -D#PAD=4
// RUN: cuda-pipeline-rewrite --variant=ldg-single --pad=16 %s 2>&1 \
// RUN:   -- '-DSTORED(i)=i' '-DREAD(i)=i' | FileCheck %s --check-prefix=SINGLE

// MOVED: auto &As_stages = *reinterpret_cast<float (*)[2][192][32 + [[#PAD]]]>(smem);
// MOVED: full<<<1, 192, 2 * 192 * (32 + [[#PAD]]) * sizeof(float)>>>(A, C, K);
// CHECK: remark: K-loop in 'full': the rows of 'As' stay as they are: rows {{4|8}} bytes longer take more shared memory than there is left
// CHECK: __shared__ float As_stages[2][192][32];
// SINGLE: __shared__ float As[192][32 + 4];

__global__ void full(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[192][32];
  const int tid = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 32) {
    for (int i = 0; i < 32; ++i)
      As[tid][STORED(i)] = A[tid * K + k + i];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[tid][READ(i)];
    __syncthreads();
  }
  C[tid] = sum;
}

#ifndef ELSEWHERE
void launch(const float *A, float *C, int K) { full<<<1, 192>>>(A, C, K); }
#endif
