// Vector quantization: the nearest of a codebook's entries for each latent of 32
// floats, in registers; entries come in tiles of 64 with half of their squared
// length. A latent a thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define DIM 32
#define CODES 64

__global__ void vq_assign(const float *__restrict__ latents,
                          const float *__restrict__ codebook,
                          const float *__restrict__ half_norms,
                          int *__restrict__ codes, float *__restrict__ quantized,
                          int n_latents, int n_codes) {
  __shared__ float code_tile[CODES * DIM];
  __shared__ float norm_tile[CODES];

  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float z[DIM];
#pragma unroll
  for (int d = 0; d < DIM; ++d)
    z[d] = i < n_latents ? latents[(size_t)i * DIM + d] : 0.f;

  float best = 3e38f;
  int best_code = 0;

  for (int c0 = 0; c0 < n_codes; c0 += CODES) {
    const int n = n_codes - c0 < CODES ? n_codes - c0 : CODES;
    for (int e = threadIdx.x; e < n * DIM; e += blockDim.x)
      code_tile[e] = codebook[(size_t)c0 * DIM + e];
    for (int e = threadIdx.x; e < n; e += blockDim.x)
      norm_tile[e] = half_norms[c0 + e];
    __syncthreads();

    for (int c = 0; c < n; ++c) {
      float d0 = norm_tile[c], d1 = 0.f;
#pragma unroll
      for (int d = 0; d < DIM; d += 2) {
        d0 -= z[d] * code_tile[c * DIM + d];
        d1 -= z[d + 1] * code_tile[c * DIM + d + 1];
      }
      if (d0 + d1 < best) {
        best = d0 + d1;
        best_code = c0 + c;
      }
    }
    __syncthreads();
  }

  if (i < n_latents) {
    codes[i] = best_code;
    for (int d = 0; d < DIM; ++d)
      quantized[(size_t)i * DIM + d] = codebook[(size_t)best_code * DIM + d];
  }
}

extern "C" void launch(const float *latents, const float *codebook,
                       const float *half_norms, int *codes, float *quantized,
                       int n_latents, int n_codes) {
  const int threads = 256;
  vq_assign<<<(n_latents + threads - 1) / threads, threads>>>(
      latents, codebook, half_norms, codes, quantized, n_latents, n_codes);
}
