// Nobody says how large blocks are, and nothing asks: the load goes on by as many
// threads as there are. So do wide copies, without a test of the block.
//
// RUN: %rewrite_and_run cpasync blocks --widen=auto \
// RUN:     "-DSHAPES=dim3(32,1),dim3(64,2),dim3(1,96),dim3(7,5),dim3(16,4)"
// RUN: FileCheck %s < %t.cpasync.cu
// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --variant=cpasync %s \
// RUN:     -o %t.out.cu 2>&1 | FileCheck %s --check-prefix=REMARK --allow-empty
// REMARK-NOT: narrow

#include <cooperative_groups.h>

#define KERNELS(KERNEL) KERNEL(in_a_plane) KERNEL(of_a_group) KERNEL(by_rows)

// CHECK-LABEL: in_a_plane(
// CHECK: const bool wide_copies = reinterpret_cast<size_t>(A) % 16 == 0 && K % 4 == 0;
// CHECK: for (int i = tid; i < 512; i += blockDim.x * blockDim.y) {
__global__ void in_a_plane(const float *__restrict__ A, float *__restrict__ C,
                           int K) {
  __shared__ float a[32 * 64];
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  const int threads = blockDim.x * blockDim.y;
  float sum = 0.0f;

  for (int k = 0; k < K; k += 64) {
    for (int i = tid; i < 32 * 64; i += threads)
      a[i] = A[i / 64 * K + k + i % 64];
    __syncthreads();

    for (int i = 0; i < 32 * 64; ++i)
      sum += a[i] * ((i + tid) % 7);
    __syncthreads();
  }
  C[tid] = sum;
}

// CHECK-LABEL: of_a_group(
// CHECK-NOT: blockDim.{{[xyz]}} ==
// CHECK: i += blockDim.x * blockDim.y * blockDim.z) {
__global__ void of_a_group(const float *__restrict__ A, float *__restrict__ C,
                           int K) {
  __shared__ float a[32 * 64];
  const auto block = cooperative_groups::this_thread_block();
  float sum = 0.0f;

  for (int k = 0; k < K; k += 64) {
    for (int i = block.thread_rank(); i < 32 * 64; i += block.size())
      a[i] = A[i / 64 * K + k + i % 64];
    block.sync();

    for (int i = 0; i < 32 * 64; ++i)
      sum += a[i] * ((i + block.thread_rank()) % 7);
    block.sync();
  }
  C[block.thread_rank()] = sum;
}

// Rows by y, columns by x.
//
// CHECK-LABEL: by_rows(
// CHECK-NOT: blockDim.{{[xyz]}} ==
// CHECK: e += blockDim.x * blockDim.y) {
__global__ void by_rows(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  __shared__ float a[32][64];
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < K; k += 64) {
    for (int r = threadIdx.y; r < 32; r += blockDim.y)
      for (int c = threadIdx.x; c < 64; c += blockDim.x)
        a[r][c] = A[r * K + k + c];
    __syncthreads();

    for (int i = 0; i < 32 * 64; ++i)
      sum += a[i / 64][i % 64] * ((i + tid) % 7);
    __syncthreads();
  }
  C[tid] = sum;
}
