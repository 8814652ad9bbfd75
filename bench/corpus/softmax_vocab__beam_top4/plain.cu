// The four best words of 32 hypotheses a block: logits of 32 rows and 64 words
// a tile, read along the words and scanned by four threads a row.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cfloat>

struct Best4 {
  float v[4];
  int id[4];
  __device__ void clear() {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      v[i] = -FLT_MAX;
      id[i] = -1;
    }
  }
  __device__ void insert(float x, int at) {
    if (x < v[3] || (x == v[3] && at > id[3]))
      return;
    v[3] = x;
    id[3] = at;
#pragma unroll
    for (int i = 3; i > 0; --i)
      if (v[i] > v[i - 1] || (v[i] == v[i - 1] && id[i] < id[i - 1])) {
        const float fv = v[i];
        const int iv = id[i];
        v[i] = v[i - 1];
        id[i] = id[i - 1];
        v[i - 1] = fv;
        id[i - 1] = iv;
      }
  }
};

__global__ void top4(const float *__restrict__ logits,
                     const float *__restrict__ score, float *__restrict__ value,
                     int *__restrict__ word, int rows, int vocab) {
  __shared__ float tile[32][65];
  __shared__ Best4 merged[32][4];

  const int row0 = blockIdx.x * 32;
  const int mine = threadIdx.x / 4, part = threadIdx.x % 4;
  const float base = row0 + mine < rows ? score[row0 + mine] : 0.f;

  Best4 best;
  best.clear();

  for (int v0 = 0; v0 < vocab; v0 += 64) {
    const int c = threadIdx.x % 64;
    for (int r = threadIdx.x / 64; r < 32; r += 2)
      tile[r][c] = row0 + r < rows && v0 + c < vocab
                       ? logits[(size_t)(row0 + r) * vocab + v0 + c]
                       : -FLT_MAX;
    __syncthreads();
#pragma unroll 4
    for (int i = part; i < 64; i += 4)
      best.insert(base + tile[mine][i], v0 + i);
    __syncthreads();
  }

  merged[mine][part] = best;
  __syncthreads();
  if (part == 0 && row0 + mine < rows) {
    for (int p = 1; p < 4; ++p)
      for (int i = 0; i < 4; ++i)
        best.insert(merged[mine][p].v[i], merged[mine][p].id[i]);
    for (int i = 0; i < 4; ++i) {
      value[(row0 + mine) * 4 + i] = best.v[i];
      word[(row0 + mine) * 4 + i] = best.id[i];
    }
  }
}

extern "C" void launch(const float *logits, const float *score, float *value,
                       int *word, int rows, int vocab) {
  top4<<<(rows + 31) / 32, 128>>>(logits, score, value, word, rows, vocab);
}
