// Called functions count in their place, library functions by name; arithmetic
// on integers counts on data, not on addresses.
//
// RUN: print-resources work file=%s | FileCheck %s

#include <cuda_fp16.h>
#include <cuda_runtime.h>

__device__ float3 interact(float3 a, float4 p, float4 q) {
  float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
  float s = q.w * rsqrtf(dx * dx + dy * dy + dz * dz + 1e-9f);
  a.x += dx * s;
  a.y += dy * s;
  a.z += dz * s;
  return a;
}

// Of 256 interactions each: 3 differences, a product and two multiply-adds, a
// sum, a root, a product, three multiply-adds.
// CHECK-LABEL: nbody:
// CHECK: load: operations 0, math 0, global loads 1 (16 bytes),
// CHECK: compute: operations 4352, math 3328, global loads 0 (0 bytes), global stores 0, shared loads 256,
__global__ void nbody(const float4 *pos, float3 *out, int n) {
  __shared__ float4 tile[256];
  float4 me = pos[blockIdx.x * 256 + threadIdx.x];
  float3 a = {0, 0, 0};
  for (int t = 0; t < n; t += 256) {
    tile[threadIdx.x] = pos[t + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 256; ++j)
      a = interact(a, me, tile[j]);
    __syncthreads();
  }
  out[blockIdx.x * 256 + threadIdx.x] = a;
}

// CHECK-LABEL: dot_products:
// CHECK: compute: operations 128, math 16, {{.*}} shared loads 32,
__global__ void dot_products(const int *A, const int *B, int *C, int N, int K) {
  __shared__ int As[16][16], Bs[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, sum = 0;
  for (int k = 0; k < K; k += 16) {
    As[ty][tx] = A[(blockIdx.y * 16 + ty) * K + k + tx];
    Bs[ty][tx] = B[(blockIdx.x * 16 + ty) * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum = __dp4a(As[ty][i], Bs[tx][i], sum);
    __syncthreads();
  }
  C[(blockIdx.y * 16 + ty) * N + blockIdx.x * 16 + tx] = sum;
}

// `at` is an address, `a * b` is not.
// CHECK-LABEL: bytes:
// CHECK: load: operations 0, math 0, global loads 2 (2 bytes),
// CHECK: compute: operations 64, math 32, {{.*}} shared loads 64,
__global__ void bytes(const signed char *A, const signed char *B, int *C,
                      int K) {
  __shared__ signed char As[32][32], Bs[32 * 32];
  int tx = threadIdx.x, ty = threadIdx.y, sum = 0;
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx];
    Bs[ty * 32 + tx] = B[tx * K + k + ty];
    __syncthreads();
    for (int i = 0; i < 32; ++i) {
      int at = i * 32 + tx;
      int a = As[ty][i], b = Bs[at];
      sum += a * b;
    }
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

// Pairs of halves: four operations a multiply-add, called or by operators.
// CHECK-LABEL: pairs:
// CHECK: compute: operations 128, math 32,
__global__ void pairs(const half2 *A, const half2 *B, half2 *C, int N, int K) {
  __shared__ half2 As[16][16], Bs[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  half2 sum = __float2half2_rn(0.f), other = sum;
  for (int k = 0; k < K; k += 16) {
    As[ty][tx] = A[(blockIdx.y * 16 + ty) * K + k + tx];
    Bs[ty][tx] = B[(blockIdx.x * 16 + ty) * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 16; ++i) {
      sum = __hfma2(As[ty][i], Bs[tx][i], sum);
      other = other + As[ty][i] * Bs[tx][i];
    }
    __syncthreads();
  }
  C[(blockIdx.y * 16 + ty) * N + blockIdx.x * 16 + tx] = sum;
}

// Of each figure the dearer branch: a division and a sum are 9 instructions, a
// multiply-add and a sum 3 operations. expf is 8 more, fmaxf 1.
// CHECK-LABEL: branches:
// CHECK: load: operations 0, math 0, global loads 2 (8 bytes),
// CHECK: compute: operations 640, math 2304, {{.*}} shared loads 256,
__global__ void branches(const float *A, const int *index, float *C, int n,
                         int mode) {
  __shared__ float t[128];
  __shared__ int ix[128];
  float acc = 0, best = -1;
  int hits = 0;
  for (int k = 0; k < n; k += 128) {
    if (k + threadIdx.x < n)
      t[threadIdx.x] = A[k + threadIdx.x];
    else
      t[threadIdx.x] = 0;
    ix[threadIdx.x] = k + threadIdx.x < n ? __ldg(&index[k + threadIdx.x]) : 0;
    __syncthreads();
    for (int i = 0; i < 128; ++i) {
      int at = ix[i];
      float v = t[at & 127];
      if (mode) {
        acc += v / 3.f;
      } else {
        acc += v * v;
        hits += at;
      }
      best = fmaxf(best, expf(v));
    }
    __syncthreads();
  }
  C[threadIdx.x] = acc + best + hits;
}
