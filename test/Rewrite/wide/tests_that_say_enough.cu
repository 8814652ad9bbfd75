// Of (planes - 1) * n, a test of n is enough; what starts at a multiple and moves
// by constant multiples, in any loop, needs none.
//
// RUN: %rewrite_and_run cpasync volume --widen=auto -DKERNELS=last_plane,by_slices,by_odd_slices
// RUN: cuda-pipeline-rewrite --quiet --variant=cpasync --widen=auto --force %s -o %t.cu
// RUN: grep -v CHECK %t.cu | FileCheck %s

// CHECK-LABEL: void last_plane(
// CHECK: const bool wide_copies = blockDim.x == 8 && blockDim.y == 8 &&
// CHECK-NEXT: reinterpret_cast<size_t>(B) % 16 == 0 && n % 4 == 0;
__global__ void last_plane(const float *__restrict__ A,
                           const float *__restrict__ B, float *__restrict__ out,
                           int planes, int n) {
  __shared__ float line[64];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    line[8 * y + x] =
        k + 8 * y + x < n ? B[(planes - 1) * n + k + 8 * y + x] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += line[i] * (x + i * y);
    __syncthreads();
  }
  if (blockIdx.x == 0)
    out[y * 8 + x] = sum;
}

// CHECK-LABEL: void by_slices(
// CHECK-NOT: slice %
// CHECK: n % 4 == 0;
__global__ void by_slices(const float *__restrict__ A,
                          const float *__restrict__ B, float *__restrict__ out,
                          int planes, int n) {
  __shared__ float line[64];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;
  for (int slice = 0; slice < n; slice += 128) {
    for (int k = 0; k < 128; k += 64) {
      line[8 * y + x] =
          slice + k + 8 * y + x < n ? B[slice + k + 8 * y + x] : 0.0f;
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += line[i] * (x + i * y);
      __syncthreads();
    }
  }
  if (blockIdx.x == 0)
    out[y * 8 + x] = sum;
}

// By 130, a slice starts at a multiple of 2.
// CHECK-LABEL: void by_odd_slices(
// CHECK: slice % 4 == 0
__global__ void by_odd_slices(const float *__restrict__ A,
                              const float *__restrict__ B,
                              float *__restrict__ out, int planes, int n) {
  __shared__ float line[64];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;
  for (int slice = 0; slice < n; slice += 130) {
    for (int k = 0; k < 128; k += 64) {
      line[8 * y + x] =
          slice + k + 8 * y + x < n ? B[slice + k + 8 * y + x] : 0.0f;
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += line[i] * (x + i * y);
      __syncthreads();
    }
  }
  if (blockIdx.x == 0)
    out[y * 8 + x] = sum;
}
