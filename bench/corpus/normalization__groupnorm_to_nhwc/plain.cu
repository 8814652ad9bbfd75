// Group normalisation that also changes NCHW to NHWC: a group of 16 channels of
// an image a block. The first loop adds, the second turns tiles of 16 x 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define CH 16
#define PIX 64

__global__ void groupnorm_nhwc(const float *__restrict__ x, const float *__restrict__ gamma,
                               const float *__restrict__ beta, float *__restrict__ y,
                               int channels, int pixels, float eps)
{
    __shared__ float tile[CH][PIX + 1];
    __shared__ float part[2][8];

    const int tid = threadIdx.x;
    const int c0 = blockIdx.x * CH;
    const size_t image = blockIdx.y;
    const float *src = x + (image * channels + c0) * pixels;

    float s1 = 0.f, s2 = 0.f;
    for (int i = tid; i < CH * pixels; i += 256) {
        float v = src[i];
        s1 += v;
        s2 += v * v;
    }
    for (int o = 16; o > 0; o >>= 1) {
        s1 += __shfl_down_sync(0xffffffff, s1, o);
        s2 += __shfl_down_sync(0xffffffff, s2, o);
    }
    if (tid % 32 == 0) {
        part[0][tid / 32] = s1;
        part[1][tid / 32] = s2;
    }
    __syncthreads();
    s1 = s2 = 0.f;
    for (int i = 0; i < 8; i++) {
        s1 += part[0][i];
        s2 += part[1][i];
    }
    const float mean = s1 / (CH * pixels);
    const float rstd = rsqrtf(s2 / (CH * pixels) - mean * mean + eps);

    const int c = tid % CH;
    const float scale = rstd * gamma[c0 + c];
    const float shift = beta[c0 + c] - mean * scale;

    for (int p0 = 0; p0 < pixels; p0 += PIX) {
        for (int r = tid / PIX; r < CH; r += 256 / PIX) {
            int p = p0 + tid % PIX;
            tile[r][tid % PIX] = p < pixels ? src[(size_t)r * pixels + p] : 0.f;
        }
        __syncthreads();
        for (int p = tid / CH; p < PIX && p0 + p < pixels; p += 256 / CH)
            y[(image * pixels + p0 + p) * channels + c0 + c] = tile[c][p] * scale + shift;
        __syncthreads();
    }
}

extern "C" void launch(const float *x, const float *gamma, const float *beta, float *y,
                       int images, int channels, int pixels)
{
    groupnorm_nhwc<<<dim3(channels / CH, images), 256>>>(x, gamma, beta, y, channels, pixels, 1e-5f);
}
