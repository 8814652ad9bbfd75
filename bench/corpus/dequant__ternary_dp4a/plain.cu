// BitNet: weights of -1, 0 and 1, 16 in a word, times activations of eight bits.
// 64 x 64 results, 64 of K a trip; 16 x 16 threads with 4 x 4 each.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

struct Tiles {
  int act[64][17];       // four bytes a word
  unsigned weight[64][5]; // sixteen weights a word
};

// Four fields of two bits to four bytes: 0, 1, -1 (and 3, which is as -1 + 2).
__device__ inline int spread(unsigned two_bits) {
  unsigned v = two_bits & 0xffu;
  v = (v | v << 12) & 0x000f000fu;
  v = (v | v << 6) & 0x03030303u;
  return (int)__vsub4(v & 0x01010101u, v >> 1 & 0x01010101u);
}

__global__ void bitlinear(const int *act, const unsigned *weight,
                          const float *act_scale, float *out, int m, int n,
                          int k) {
  __shared__ Tiles s;
  const int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;
  const int m0 = blockIdx.y * 64, n0 = blockIdx.x * 64;
  const int act_ld = k / 4, weight_ld = k / 16;
  int sum[4][4] = {{0}};

  for (int k0 = 0; k0 < k; k0 += 64) {
    for (int r = ty; r < 64; r += 16)
      s.act[r][tx] = act[(size_t)(m0 + r) * act_ld + k0 / 4 + tx];
    s.weight[t / 4][t % 4] =
        weight[(size_t)(n0 + t / 4) * weight_ld + k0 / 16 + t % 4];
    __syncthreads();

    for (int w = 0; w < 4; w++) {
      unsigned packed[4];
      for (int j = 0; j < 4; j++)
        packed[j] = s.weight[tx + 16 * j][w];
#pragma unroll
      for (int p = 0; p < 4; p++) {
        int a[4];
        for (int i = 0; i < 4; i++)
          a[i] = s.act[ty + 16 * i][w * 4 + p];
        for (int j = 0; j < 4; j++) {
          const int b = spread(packed[j] >> (8 * p));
          for (int i = 0; i < 4; i++)
            sum[i][j] = __dp4a(a[i], b, sum[i][j]);
        }
      }
    }
    __syncthreads();
  }

  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      const int row = m0 + ty + 16 * i;
      out[(size_t)row * n + n0 + tx + 16 * j] = sum[i][j] * act_scale[row];
    }
}

extern "C" void launch(const int *act, const unsigned *weight,
                       const float *act_scale, float *out, int m, int n,
                       int k) {
  bitlinear<<<dim3(n / 64, m / 64), dim3(16, 16)>>>(act, weight, act_scale, out,
                                                    m, n, k);
}
