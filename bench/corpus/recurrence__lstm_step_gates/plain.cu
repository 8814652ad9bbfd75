// A step of an LSTM: the four gates of 32 units for 32 sequences a block, sums
// over the input and then over the hidden state in one loop, cell update in the
// epilogue.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define UNITS 32
#define SEQS 32
#define KSTEP 16

struct LstmArgs {
  const float *x, *h, *c, *weights, *bias;
  float *h_out, *c_out;
  int batch, inputs, hidden;
};

__device__ __forceinline__ float sigmoidf(float v) {
  return 1.0f / (1.0f + __expf(-v));
}

__global__ __launch_bounds__(256) void lstm_step(LstmArgs p) {
  __shared__ float w_s[4][KSTEP][UNITS + 1];
  __shared__ float z_s[KSTEP][SEQS + 1];

  const int tid = threadIdx.x;
  const int unit = tid % UNITS, seq = tid / UNITS * 4;
  const int u0 = blockIdx.x * UNITS, s0 = blockIdx.y * SEQS;
  const int K = p.inputs + p.hidden;

  float acc[4][4];
#pragma unroll
  for (int g = 0; g < 4; ++g)
#pragma unroll
    for (int s = 0; s < 4; ++s)
      acc[g][s] = 0.0f;

  for (int k0 = 0; k0 < K; k0 += KSTEP) {
    const int k = tid % KSTEP, gk = k0 + k;
    for (int r = tid / KSTEP; r < 4 * UNITS; r += 256 / KSTEP) {
      const int g = r / UNITS, u = r % UNITS;
      w_s[g][k][u] =
          (gk < K && u0 + u < p.hidden)
              ? p.weights[((size_t)g * p.hidden + u0 + u) * K + gk]
              : 0.0f;
    }
    for (int s = tid / KSTEP; s < SEQS; s += 256 / KSTEP) {
      float v = 0.0f;
      if (s0 + s < p.batch) {
        if (gk < p.inputs)
          v = p.x[(size_t)(s0 + s) * p.inputs + gk];
        else if (gk < K)
          v = p.h[(size_t)(s0 + s) * p.hidden + gk - p.inputs];
      }
      z_s[k][s] = v;
    }
    __syncthreads();

#pragma unroll
    for (int kk = 0; kk < KSTEP; ++kk) {
      float w[4];
#pragma unroll
      for (int g = 0; g < 4; ++g)
        w[g] = w_s[g][kk][unit];
#pragma unroll
      for (int s = 0; s < 4; ++s) {
        const float z = z_s[kk][seq + s];
#pragma unroll
        for (int g = 0; g < 4; ++g)
          acc[g][s] += w[g] * z;
      }
    }
    __syncthreads();
  }

  const int u = u0 + unit;
  if (u >= p.hidden)
    return;
#pragma unroll
  for (int s = 0; s < 4; ++s) {
    if (s0 + seq + s >= p.batch)
      break;
    const size_t at = (size_t)(s0 + seq + s) * p.hidden + u;
    const float in = sigmoidf(acc[0][s] + p.bias[u]);
    const float forget = sigmoidf(acc[1][s] + p.bias[p.hidden + u]);
    const float cell = tanhf(acc[2][s] + p.bias[2 * p.hidden + u]);
    const float out = sigmoidf(acc[3][s] + p.bias[3 * p.hidden + u]);
    const float c = forget * p.c[at] + in * cell;
    p.c_out[at] = c;
    p.h_out[at] = out * tanhf(c);
  }
}

extern "C" void launch(const float *x, const float *h, const float *c,
                       const float *weights, const float *bias, float *h_out,
                       float *c_out, int batch, int inputs, int hidden) {
  const LstmArgs args = {x,     h,     c,     weights, bias,
                         h_out, c_out, batch, inputs,  hidden};
  dim3 grid((hidden + UNITS - 1) / UNITS, (batch + SEQS - 1) / SEQS);
  lstm_step<<<grid, 256>>>(args);
}
