// A layer of a small MLP, 64 features in and out, over millions of samples.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define FEATURES 64
#define SAMPLES 128
#define CHUNK 8

__global__ void __launch_bounds__(128)
    mlp_layer(const float *__restrict__ input,
              const float *__restrict__ weights, const float *__restrict__ bias,
              float *__restrict__ output, int n) {
  __shared__ __align__(16) float in_tile[CHUNK][SAMPLES];
  __shared__ __align__(16) float w_tile[CHUNK][FEATURES];

  const int first = blockIdx.x * SAMPLES;
  const int sample = threadIdx.x % 16 * 8;
  const int feature = threadIdx.x / 16 * 8;

  float acc[8][8];
#pragma unroll
  for (int i = 0; i < 8; i++)
#pragma unroll
    for (int j = 0; j < 8; j++)
      acc[i][j] = bias[feature + j];

      // Features are the slow index of the input: a sample is a column.
#pragma unroll
  for (int chunk = 0; chunk < FEATURES / CHUNK; chunk++) {
#pragma unroll
    for (int f = 0; f < CHUNK; f++) {
      int s = first + threadIdx.x;
      in_tile[f][threadIdx.x] =
          s < n ? input[(size_t)(chunk * CHUNK + f) * n + s] : 0.0f;
    }
    reinterpret_cast<float4 *>(w_tile)[threadIdx.x] =
        reinterpret_cast<const float4 *>(
            weights)[chunk * CHUNK * FEATURES / 4 + threadIdx.x];
    __syncthreads();

#pragma unroll
    for (int f = 0; f < CHUNK; f++) {
      float a[8], w[8];
      *(float4 *)&a[0] = *(float4 *)&in_tile[f][sample];
      *(float4 *)&a[4] = *(float4 *)&in_tile[f][sample + 4];
      *(float4 *)&w[0] = *(float4 *)&w_tile[f][feature];
      *(float4 *)&w[4] = *(float4 *)&w_tile[f][feature + 4];
#pragma unroll
      for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 8; j++)
          acc[i][j] = fmaf(a[i], w[j], acc[i][j]);
    }
    __syncthreads();
  }

#pragma unroll
  for (int j = 0; j < 8; j++)
#pragma unroll
    for (int i = 0; i < 8; i++)
      if (first + sample + i < n)
        output[(size_t)(feature + j) * n + first + sample + i] =
            acc[i][j] > 0.0f ? acc[i][j] : 0.01f * acc[i][j];
}

extern "C" void launch(const float *input, const float *weights,
                       const float *bias, float *output, int n) {
  mlp_layer<<<(n + SAMPLES - 1) / SAMPLES, 128>>>(input, weights, bias, output,
                                                  n);
}
