// Each trip ends in a sum over the block: an inner loop, the same for all
// threads, with barriers of its own.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single columns -DKERNEL=row_norms \
// RUN:   -DTHREADS=64 -DSTEP=64 -DA_ROWS=1 -DB_ROWS=1
// RUN: %golden ldg

#define BLOCK 64

__global__ void row_norms(const float *__restrict__ x, const float *__restrict__ w,
                          float *__restrict__ out, int n) {
  __shared__ float xs[BLOCK], ws[BLOCK];
  __shared__ float partial[BLOCK];
  const int tid = threadIdx.x;
  float norm = 0.0f;

  for (int base = 0; base < n; base += BLOCK) {
    if (base + tid < n) {
      xs[tid] = x[base + tid];
      ws[tid] = w[base + tid];
    } else {
      xs[tid] = 0.0f;
      ws[tid] = 0.0f;
    }
    __syncthreads();

    // Neighbours meet, then a tree.
    partial[tid] = xs[tid] * ws[(tid + 1) % BLOCK];
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride >>= 1) {
      if (tid < stride)
        partial[tid] += partial[tid + stride];
      __syncthreads();
    }
    norm = norm * 0.5f + partial[0];
    norm -= xs[tid];
    __syncthreads();
  }
  out[tid] = norm;
}
