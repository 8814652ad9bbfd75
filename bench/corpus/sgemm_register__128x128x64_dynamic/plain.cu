// SGEMM with few, large tiles: 128 x 128 x 64 of dynamic shared memory, 66 KB,
// 512 threads with 8 x 4 results. Rows of A stay rows.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

extern __shared__ float4 pool[];

static const int kTile = 128, kDepth = 64, kPitchA = kDepth + 4;

__global__ void sgemm_relu_large(const float *__restrict__ A,
                                 const float *__restrict__ B,
                                 float *__restrict__ C, int M, int N, int K) {
  float *tileA = (float *)pool;
  float *tileB = tileA + kTile * kPitchA;

  const int tid = threadIdx.x;
  const int tn = (tid & 31) * 4;  // four columns
  const int tm = (tid >> 5) * 8;  // eight rows: a warp reads one address of A
  const size_t rowA = (size_t)blockIdx.x * kTile;
  const size_t colB = (size_t)blockIdx.y * kTile;

  float4 acc[8];
#pragma unroll
  for (int i = 0; i < 8; ++i)
    acc[i] = make_float4(0.f, 0.f, 0.f, 0.f);

  for (int k0 = 0; k0 < K; k0 += kDepth) {
    for (int i = tid; i < kTile * kDepth / 4; i += blockDim.x) {
      const int r = i >> 4, c = (i & 15) << 2;
      *(float4 *)(tileA + r * kPitchA + c) =
          *(const float4 *)(A + (rowA + r) * K + k0 + c);
    }
    for (int i = tid; i < kDepth * kTile / 4; i += blockDim.x) {
      const int r = i >> 5, c = (i & 31) << 2;
      *(float4 *)(tileB + r * kTile + c) =
          *(const float4 *)(B + (size_t)(k0 + r) * N + colB + c);
    }
    __syncthreads();

#pragma unroll 4
    for (int k = 0; k < kDepth; ++k) {
      const float4 b = *(const float4 *)(tileB + k * kTile + tn);
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        const float a = tileA[(tm + i) * kPitchA + k];
        acc[i].x += a * b.x;
        acc[i].y += a * b.y;
        acc[i].z += a * b.z;
        acc[i].w += a * b.w;
      }
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 8; ++i) {
    float4 r = acc[i];
    r.x = fmaxf(r.x, 0.f);
    r.y = fmaxf(r.y, 0.f);
    r.z = fmaxf(r.z, 0.f);
    r.w = fmaxf(r.w, 0.f);
    *(float4 *)(C + (rowA + tm + i) * N + colB + tn) = r;
  }
}

extern "C" void launch(const float *A, const float *B, float *C, int M, int N,
                       int K) {
  const int bytes = (kTile * kPitchA + kDepth * kTile) * sizeof(float);
  cudaFuncSetAttribute(sgemm_relu_large,
                       cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  sgemm_relu_large<<<dim3(M / kTile, N / kTile), 512, bytes>>>(A, B, C, M, N,
                                                               K);
}
