// One thread takes the next row for the block, and a barrier tells the others.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single blocks "-DSHAPES=dim3(64,1)"

#define KERNELS(KERNEL) KERNEL(rows_of_a_queue)

__global__ void rows_of_a_queue(const float *__restrict__ A,
                                float *__restrict__ C, int K) {
  __shared__ float tile[64];
  __shared__ int next;
  float sum = 0.0f;
  if (threadIdx.x == 0)
    next = 0;
  __syncthreads();
  while (next < 5) {
    for (int k = 0; k < K; k += 64) {
      tile[threadIdx.x] = A[next * K + k + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += tile[i] * (i + threadIdx.x);
      __syncthreads();
    }
    __syncthreads();
    if (threadIdx.x == 0)
      next = next + 2;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
