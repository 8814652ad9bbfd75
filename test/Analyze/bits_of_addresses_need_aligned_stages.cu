// Who looks at the bits of an address, to swizzle by them, finds the same in each stage:
// stages are 1024 bytes apart, or a multiple.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 \
// RUN:   | grep remark: | FileCheck %s
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t.cu

#include <cstdint>

// CHECK: K-loop in 'short_tile' left alone: {{.*}}'tile' has 1152 bytes, no multiple of the 1024 that
__global__ void short_tile(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ __align__(1024) float tile[9 * 32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 288) {
    tile[t ^ (t / 32 % 8 * 4)] = A[k + t];
    __syncthreads();
    uint32_t at = (uint32_t)(uintptr_t)&tile[t];
    at ^= at >> 3 & 0x70;
    asm volatile("{ .reg .f32 x; ld.shared.f32 x, [%1]; add.f32 %0, %0, x; }" : "+f"(sum) : "r"(at));
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'whole_tile' pipelined: ldg, 2 stages
__global__ void whole_tile(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ __align__(1024) float tile[16 * 32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 512) {
    tile[t ^ (t / 32 % 8 * 4)] = A[k + t];
    __syncthreads();
    uint32_t at = (uint32_t)(uintptr_t)&tile[t];
    at ^= at >> 3 & 0x70;
    asm volatile("{ .reg .f32 x; ld.shared.f32 x, [%1]; add.f32 %0, %0, x; }" : "+f"(sum) : "r"(at));
    __syncthreads();
  }
  C[t] = sum;
}

// How far apart addresses are is the same in each stage.
// CHECK: K-loop in 'distances' pipelined: ldg, 2 stages
__global__ void distances(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[9 * 32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 288) {
    tile[t] = A[k + t];
    __syncthreads();
    const float *at = &tile[t];
    sum += *at * ((at - tile) & 3);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'dynamic_tile' pipelined: ldg, 2 stages
// TEXT: dynamic_tile(
// TEXT: stage_size = stage_size / (2 * 1024) * 1024 / sizeof(float);
// TEXT: dynamic_tile<<<1, 288, 2 * ((288 * sizeof(float) + 1023) / 1024 * 1024)>>>
__global__ void dynamic_tile(const float *__restrict__ A, float *__restrict__ C, int K) {
  extern __shared__ __align__(1024) float area[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 288) {
    area[t ^ (t / 32 % 8 * 4)] = A[k + t];
    __syncthreads();
    uint32_t at = (uint32_t)(uintptr_t)&area[t];
    at = at ^ ((at & 0x380) >> 3);
    asm volatile("{ .reg .f32 x; ld.shared.f32 x, [%1]; add.f32 %0, %0, x; }" : "+f"(sum) : "r"(at));
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  dynamic_tile<<<1, 288, 288 * sizeof(float)>>>(A, C, K);
}
