// Elements of 32 or 64 bytes are copied in pieces of 16, where their type is aligned to
// so many.
//
// RUN: %rewrite_and_run cpasync,pipeline,auto walk -DSTEP=256 -DPADDED \
// RUN:   -DKERNELS=walk,zeros,guarded --guess
// RUN: grep -v '^//' %t.cpasync.cu | FileCheck %s
// RUN: grep -v '^//' %t.pipeline.cu | FileCheck %s --check-prefix=PIPELINE

struct alignas(16) Eight {
  float v[8];
};
struct alignas(16) Sixteen {
  float v[16];
};

// CHECK-LABEL: void walk(
// CHECK: __shared__ alignas(16) float tile_stages[2][256];
// CHECK: for (int piece_2 = 0; piece_2 < 2; ++piece_2)
// CHECK-NEXT: __pipeline_memcpy_async(
// CHECK-NEXT: reinterpret_cast<uint4 *>((Eight *)(tile + 8 * t)) + piece_2,
// CHECK-NEXT: reinterpret_cast<const uint4 *>((const Eight *)(A + k + 8 * t)) +
// CHECK-NEXT: piece_2,
// CHECK-NEXT: sizeof(uint4));
// PIPELINE: cuda::aligned_size_t<sizeof(uint4)>(sizeof(uint4))
__global__ void walk(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[256];
  const int t = threadIdx.x;
  float sum = 0.0f, piece = 1.0f;
  for (int k = 0; k < n; k += 256) {
    *(Eight *)(tile + 8 * t) = *(const Eight *)(A + k + 8 * t);
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += tile[i] * (t + piece);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK-LABEL: void zeros(
// CHECK: for (int piece_2 = 0; piece_2 < 4; ++piece_2)
// CHECK: sizeof(uint4), (k + 16 * t < n) ? 0 : sizeof(uint4));
__global__ void zeros(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ Sixteen tile[16];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 256) {
    if (t < 16) {
      if (k + 16 * t < n)
        tile[t] = *(const Sixteen *)(A + k + 16 * t);
      else
        tile[t] = Sixteen{};
    }
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += tile[i / 16].v[i % 16] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// No braces around it.
__global__ void guarded(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ Eight tile[32];
  const int t = threadIdx.x;
  const Eight *from = (const Eight *)A;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 256) {
    if (t % 2)
      tile[t] = from[t];
    else
      tile[t] = from[t ^ 0];
    from += 32;
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += tile[i / 8].v[i % 8] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}
