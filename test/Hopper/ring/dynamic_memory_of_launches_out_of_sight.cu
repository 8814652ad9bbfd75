// Nobody knows what launches elsewhere give: a promise is needed, and the kernel asks for what there is.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck --check-prefix=UNSEEN %s
// RUN: cuda-pipeline-rewrite --explain --assume-launch-updated -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck --check-prefix=PROMISED %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s

#include "copies.cuh"

// UNSEEN: K-loop in 'seen_by_others' left alone: {{.*}}4 times what it passes now, rounded up to a multiple of 1024 bytes first, of dynamic shared memory{{.*}} [launch-out-of-sight]
// PROMISED: K-loop in 'seen_by_others' pipelined: ring of 4 stages
// TEXT: unsigned smem_bytes; // the launch gives them
// TEXT-NEXT: asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(smem_bytes));
// TEXT-NEXT: const int stage_bytes = smem_bytes / (STAGES * 1024) * 1024;
__global__ void seen_by_others(const float *x, float *out, int tiles) {
  extern __shared__ __align__(128) unsigned char smem[];
  float *tile = reinterpret_cast<float *>(smem);
  uint64_t *full = reinterpret_cast<uint64_t *>(smem + 1024);
  const int t = threadIdx.x;
  if (t == 0) {
    start(full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(full, 1024);
      row(tile, x + k * 256, 1024, full);
    }
    stay(full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
