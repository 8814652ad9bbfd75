// Common neighbours of pairs of vertices that are joined, from adjacency bits:
// 32 x 32 pairs a block, 2 x 2 a thread, tiles of 16 words of each side; and
// their sum for the block.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define VERTICES 32
#define WORDS 16

static __device__ int joined(const unsigned *bits, int stride, int u, int v) {
  return bits[(size_t)u * stride + v / 32] >> (v % 32) & 1;
}

__global__ void count_triangles(const unsigned *__restrict__ bits,
                                unsigned *__restrict__ block_counts, int n,
                                int stride) {
  __shared__ unsigned rows_u[VERTICES][WORDS + 1];
  __shared__ unsigned rows_v[VERTICES][WORDS + 1];
  __shared__ unsigned total;

  const int tid = threadIdx.x;
  const int tu = tid / 16, tv = tid % 16;
  const int u0 = blockIdx.y * VERTICES, v0 = blockIdx.x * VERTICES;

  if (tid == 0)
    total = 0;
  unsigned common[2][2] = {{0, 0}, {0, 0}};

  for (int w0 = 0; w0 < stride; w0 += WORDS) {
    for (int i = tid; i < VERTICES * WORDS; i += 256) {
      const int r = i / WORDS, w = i % WORDS;
      const bool inside = w0 + w < stride;
      rows_u[r][w] =
          inside && u0 + r < n ? bits[(size_t)(u0 + r) * stride + w0 + w] : 0;
      rows_v[r][w] =
          inside && v0 + r < n ? bits[(size_t)(v0 + r) * stride + w0 + w] : 0;
    }
    __syncthreads();
#pragma unroll
    for (int w = 0; w < WORDS; ++w) {
      const unsigned a = rows_u[tu][w], b = rows_u[tu + 16][w];
      const unsigned c = rows_v[tv][w], d = rows_v[tv + 16][w];
      common[0][0] += __popc(a & c);
      common[0][1] += __popc(a & d);
      common[1][0] += __popc(b & c);
      common[1][1] += __popc(b & d);
    }
    __syncthreads();
  }

  unsigned sum = 0;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      const int u = u0 + tu + 16 * i, v = v0 + tv + 16 * j;
      if (u < n && v < n && joined(bits, stride, u, v))
        sum += common[i][j];
    }
  atomicAdd(&total, sum);
  __syncthreads();
  if (tid == 0)
    block_counts[blockIdx.y * gridDim.x + blockIdx.x] = total;
}

extern "C" void launch(const unsigned *bits, unsigned *block_counts, int n) {
  const int blocks = (n + VERTICES - 1) / VERTICES;
  count_triangles<<<dim3(blocks, blocks), 256>>>(bits, block_counts, n,
                                                 (n + 31) / 32);
}
