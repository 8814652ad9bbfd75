// Beamforming of a radio telescope: conjugated weights times the voltages of the
// antennas, complex, for each frequency; 32 beams x 64 times a block, 16 antennas
// a trip; 2 x 4 results a thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

#define BEAMS_PER_BLOCK 32
#define TIMES_PER_BLOCK 64
#define ANTENNAS 16

static __device__ __forceinline__ void caxpy_conj(float2 &acc, float2 w,
                                                  float2 v) {
  acc.x = fmaf(w.x, v.x, fmaf(w.y, v.y, acc.x));
  acc.y = fmaf(w.x, v.y, fmaf(-w.y, v.x, acc.y));
}

__global__ void __launch_bounds__(256)
    form_beams(const float2 *__restrict__ weights,  // freq x beam x antenna
               const float2 *__restrict__ voltages, // freq x antenna x time
               float2 *__restrict__ beams,          // freq x beam x time
               int n_beams, int n_antennas, int n_times) {
  __shared__ float2 w_sh[BEAMS_PER_BLOCK][ANTENNAS];
  __shared__ float2 v_sh[ANTENNAS][TIMES_PER_BLOCK];

  const int freq = blockIdx.z;
  const int tid = threadIdx.x;
  const int tt = tid % 16, tb = tid / 16;
  const int beam0 = blockIdx.y * BEAMS_PER_BLOCK;
  const int time0 = blockIdx.x * TIMES_PER_BLOCK;
  const float2 zero = make_float2(0.f, 0.f);

  weights += (size_t)freq * n_beams * n_antennas;
  voltages += (size_t)freq * n_antennas * n_times;
  beams += (size_t)freq * n_beams * n_times;

  float2 acc[2][4];
#pragma unroll
  for (int i = 0; i < 2; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j)
      acc[i][j] = zero;

  for (int a0 = 0; a0 < n_antennas; a0 += ANTENNAS) {
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      const int beam = beam0 + tb + 16 * i, antenna = a0 + tt;
      w_sh[tb + 16 * i][tt] =
          beam < n_beams && antenna < n_antennas
              ? weights[(size_t)beam * n_antennas + antenna]
              : zero;
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const int antenna = a0 + tb, time = time0 + tt + 16 * j;
      v_sh[tb][tt + 16 * j] = antenna < n_antennas && time < n_times
                                  ? voltages[(size_t)antenna * n_times + time]
                                  : zero;
    }
    __syncthreads();
#pragma unroll
    for (int a = 0; a < ANTENNAS; ++a)
#pragma unroll
      for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          caxpy_conj(acc[i][j], w_sh[tb + 16 * i][a], v_sh[a][tt + 16 * j]);
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 2; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const int beam = beam0 + tb + 16 * i, time = time0 + tt + 16 * j;
      if (beam < n_beams && time < n_times)
        beams[(size_t)beam * n_times + time] = acc[i][j];
    }
}

extern "C" void launch(const float2 *weights, const float2 *voltages,
                       float2 *beams, int freqs, int n_beams, int n_antennas,
                       int n_times) {
  dim3 grid((n_times + 63) / 64, (n_beams + 31) / 32, freqs);
  form_beams<<<grid, 256>>>(weights, voltages, beams, n_beams, n_antennas,
                            n_times);
}
