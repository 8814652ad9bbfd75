// Retention (linear attention with decay), chunk by chunk: within a chunk of 32
// steps as attention, across chunks by a 64 x 64 state in shared memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <math.h>

const int CHUNK = 32;
const int DK = 64;
const int NT = 256;

__global__ void retention_forward(const float *q, const float *k,
                                  const float *v, const float *log_decay,
                                  float *out, int steps) {
  extern __shared__ float shared[];
  float *state = shared;            // DK x DK
  float *qs = state + DK * DK;      // CHUNK x (DK + 1)
  float *ks = qs + CHUNK * (DK + 1);
  float *vs = ks + CHUNK * (DK + 1); // CHUNK x DK
  float *att = vs + CHUNK * DK;      // CHUNK x CHUNK

  const int tid = threadIdx.x;
  const int bh = blockIdx.x;
  const float g = -fabsf(log_decay[bh]) * 0.1f - 0.01f;

  q += (size_t)bh * steps * DK;
  k += (size_t)bh * steps * DK;
  v += (size_t)bh * steps * DK;
  out += (size_t)bh * steps * DK;

  for (int i = tid; i < DK * DK; i += NT)
    state[i] = 0.0f;

  for (int t0 = 0; t0 < steps; t0 += CHUNK) {
    for (int i = tid; i < CHUNK * DK; i += NT) {
      int r = i / DK, c = i % DK;
      bool in = t0 + r < steps;
      qs[r * (DK + 1) + c] = in ? q[i] : 0.0f;
      ks[r * (DK + 1) + c] = in ? k[i] : 0.0f;
      vs[r * DK + c] = in ? v[i] : 0.0f;
    }
    __syncthreads();

    // Scores inside of the chunk.
    for (int i = tid; i < CHUNK * CHUNK; i += NT) {
      int r = i / CHUNK, c = i % CHUNK;
      float s = 0.0f;
      if (c <= r) {
        for (int d = 0; d < DK; d++)
          s += qs[r * (DK + 1) + d] * ks[c * (DK + 1) + d];
        s *= __expf(g * (r - c));
      }
      att[i] = s;
    }
    __syncthreads();

    // Results: a column and eight steps a thread.
    int col = tid % DK;
    for (int r = tid / DK; r < CHUNK; r += NT / DK) {
      float inner = 0.0f, cross = 0.0f;
      for (int c = 0; c < CHUNK; c++)
        inner += att[r * CHUNK + c] * vs[c * DK + col];
      for (int d = 0; d < DK; d++)
        cross += qs[r * (DK + 1) + d] * state[d * DK + col];
      if (t0 + r < steps)
        out[r * DK + col] = inner + cross * __expf(g * (r + 1));
    }
    __syncthreads();

    // The state at the end of the chunk.
    float whole = __expf(g * CHUNK);
    for (int d = tid / DK; d < DK; d += NT / DK) {
      float s = state[d * DK + col] * whole;
      for (int c = 0; c < CHUNK; c++)
        s += ks[c * (DK + 1) + d] * __expf(g * (CHUNK - 1 - c)) *
             vs[c * DK + col];
      state[d * DK + col] = s;
    }
    __syncthreads();
    q += CHUNK * DK;
    k += CHUNK * DK;
    v += CHUNK * DK;
    out += CHUNK * DK;
  }
}

extern "C" void launch(const float *q, const float *k, const float *v,
                       const float *log_decay, float *out, int heads,
                       int steps) {
  size_t bytes =
      sizeof(float) * (DK * DK + 2 * CHUNK * (DK + 1) + CHUNK * DK + CHUNK * CHUNK);
  retention_forward<<<heads, NT, bytes>>>(q, k, v, log_decay, out, steps);
}
