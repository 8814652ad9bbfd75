// A step of a GRU; the input's part is there already. 64 threads have a unit
// each for eight sequences; half weights of 16 rows and three gates are a tile.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>

template <int UNITS, int SEQS, int ROWS>
__global__ void gru_cell(const half *__restrict__ u,
                         const float *__restrict__ xw,
                         const float *__restrict__ h, float *__restrict__ h_out,
                         int batch, int hidden) {
  __shared__ half weights[ROWS][3][UNITS];
  __shared__ float state[SEQS][ROWS];

  const int t = threadIdx.x;
  const int unit = blockIdx.x * UNITS + t;
  const int first = blockIdx.y * SEQS;

  float reset[SEQS] = {}, update[SEQS] = {}, fresh[SEQS] = {};

  for (int row = 0; row < hidden; row += ROWS) {
    // Eight halves a load: 16 * 3 * 64 / 8 = 384 of them.
    for (int i = t; i < ROWS * 3 * UNITS / 8; i += UNITS) {
      const int r = i / (3 * UNITS / 8), rest = i % (3 * UNITS / 8);
      const int gate = rest / (UNITS / 8), c = rest % (UNITS / 8) * 8;
      *reinterpret_cast<uint4 *>(&weights[r][gate][c]) =
          *reinterpret_cast<const uint4 *>(
              &u[((size_t)(row + r) * 3 + gate) * hidden +
                 blockIdx.x * UNITS + c]);
    }
    for (int i = t; i < SEQS * ROWS; i += UNITS) {
      const int s = i / ROWS, r = i % ROWS;
      state[s][r] =
          first + s < batch ? h[(size_t)(first + s) * hidden + row + r] : 0.0f;
    }
    __syncthreads();

#pragma unroll 4
    for (int r = 0; r < ROWS; ++r) {
      const float wr = __half2float(weights[r][0][t]);
      const float wz = __half2float(weights[r][1][t]);
      const float wn = __half2float(weights[r][2][t]);
#pragma unroll
      for (int s = 0; s < SEQS; ++s) {
        reset[s] += wr * state[s][r];
        update[s] += wz * state[s][r];
        fresh[s] += wn * state[s][r];
      }
    }
    __syncthreads();
  }

#pragma unroll
  for (int s = 0; s < SEQS; ++s)
    if (first + s < batch) {
      const float *in = xw + (size_t)(first + s) * 3 * hidden + unit;
      const size_t at = (size_t)(first + s) * hidden + unit;
      const float r = 1.0f / (1.0f + expf(-(reset[s] + in[0])));
      const float z = 1.0f / (1.0f + expf(-(update[s] + in[hidden])));
      const float n = tanhf(in[2 * hidden] + r * fresh[s]);
      h_out[at] = (1.0f - z) * n + z * h[at];
    }
}

extern "C" void launch(const half *u, const float *xw, const float *h,
                       float *h_out, int batch, int hidden) {
  gru_cell<64, 8, 16><<<dim3(hidden / 64, (batch + 7) / 8), 64>>>(
      u, xw, h, h_out, batch, hidden);
}
