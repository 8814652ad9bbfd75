// Local response normalisation over five channels: 16 channels with a halo of
// two and 64 pixels a tile, results written in the loop.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

template <int N>
__global__ void lrn(const float *in, float *out, int channels, int pixels,
                    float alpha, float beta, float k)
{
    const int CH = 16, HALO = N / 2, PX = 64;
    __shared__ float sq[CH + 2 * HALO][PX];
    __shared__ float val[CH][PX];

    int px = threadIdx.x, py = threadIdx.y;
    int p = blockIdx.x * PX + px;
    in += (size_t)blockIdx.y * channels * pixels;
    out += (size_t)blockIdx.y * channels * pixels;

    for (int c0 = 0; c0 < channels; c0 += CH) {
        for (int j = py; j < CH + 2 * HALO; j += 4) {
            int c = c0 + j - HALO;
            float v = 0.0f;
            if (c >= 0 && c < channels && p < pixels)
                v = in[(size_t)c * pixels + p];
            sq[j][px] = v * v;
            if (j >= HALO && j < CH + HALO)
                val[j - HALO][px] = v;
        }
        __syncthreads();

        if (p < pixels) {
            #pragma unroll
            for (int j = 0; j < CH / 4; j++) {
                int c = py * (CH / 4) + j;
                float s = 0.0f;
                #pragma unroll
                for (int i = 0; i < N; i++)
                    s += sq[c + i][px];
                if (c0 + c < channels)
                    out[(size_t)(c0 + c) * pixels + p] =
                        val[c][px] * __powf(k + alpha / N * s, -beta);
            }
        }
        __syncthreads();
    }
}

extern "C" void launch(const float *in, float *out, int images, int channels,
                       int pixels)
{
    lrn<5><<<dim3((pixels + 63) / 64, images), dim3(64, 4)>>>(
        in, out, channels, pixels, 1e-4f, 0.75f, 2.0f);
}
