// One array of the thread carries a vector to one tile, then to another: a register
// array for each.
//
// RUN: %rewrite_and_run ldg,ldg-single columns -DKERNEL=both -DTHREADS=64 \
// RUN:   -DSTEP=256 -DWHOLE
// RUN: cuda-pipeline-rewrite --variant=ldg -o %t.cu %s
// RUN: grep -v "^//" %t.cu | FileCheck %s

// CHECK-LABEL: void both(
// CHECK: float next_tmp[4];
// CHECK-NEXT: float next_tmp2[4];
// CHECK: auto fetch_tile = [&](int k) {
// CHECK-NEXT: *reinterpret_cast<float4 *>(next_tmp) = *reinterpret_cast<const float4 *>(A + k + c);
// CHECK-NEXT: *(float4 *)next_tmp2 = *(const float4 *)(B + k + c);
// CHECK-NEXT: };
// CHECK: as[c] = next_tmp[0];
// CHECK-NEXT: as[c + 1] = next_tmp[1];
// CHECK-NEXT: as[c + 2] = next_tmp[2];
// CHECK-NEXT: as[c + 3] = next_tmp[3];
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT: for (int i = 0; i < 4; ++i)
// CHECK-NEXT: bs[i * 64 + threadIdx.x] = next_tmp2[i];

__global__ void both(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int K) {
  __shared__ float as[256], bs[256];
  const int c = threadIdx.x * 4;
  float sum = 0.0f;

  for (int k = 0; k < K; k += 256) {
    float tmp[4];
    *reinterpret_cast<float4 *>(tmp) = *reinterpret_cast<const float4 *>(A + k + c);
    as[c] = tmp[0];
    as[c + 1] = tmp[1];
    as[c + 2] = tmp[2];
    as[c + 3] = tmp[3];
    *(float4 *)tmp = *(const float4 *)(B + k + c);
    for (int i = 0; i < 4; ++i)
      bs[i * 64 + threadIdx.x] = tmp[i];
    __syncthreads();

    for (int i = 0; i < 256; ++i)
      sum = sum * 0.5f + as[i] * bs[(i + threadIdx.x) % 256];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
