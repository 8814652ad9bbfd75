// JPEG: 8 x 8 discrete cosine transforms, 32 of them side by side a trip, down
// the image. Rows first, then columns, in place in shared memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__constant__ float kBasis[8][8] = {
    {0.35355339f, 0.35355339f, 0.35355339f, 0.35355339f, 0.35355339f, 0.35355339f, 0.35355339f, 0.35355339f},
    {0.49039264f, 0.41573481f, 0.27778512f, 0.09754516f, -0.09754516f, -0.27778512f, -0.41573481f, -0.49039264f},
    {0.46193977f, 0.19134172f, -0.19134172f, -0.46193977f, -0.46193977f, -0.19134172f, 0.19134172f, 0.46193977f},
    {0.41573481f, -0.09754516f, -0.49039264f, -0.27778512f, 0.27778512f, 0.49039264f, 0.09754516f, -0.41573481f},
    {0.35355339f, -0.35355339f, -0.35355339f, 0.35355339f, 0.35355339f, -0.35355339f, -0.35355339f, 0.35355339f},
    {0.27778512f, -0.49039264f, 0.09754516f, 0.41573481f, -0.41573481f, -0.09754516f, 0.49039264f, -0.27778512f},
    {0.19134172f, -0.46193977f, 0.46193977f, -0.19134172f, -0.19134172f, 0.46193977f, -0.46193977f, 0.19134172f},
    {0.09754516f, -0.27778512f, 0.41573481f, -0.49039264f, 0.49039264f, -0.41573481f, 0.27778512f, -0.09754516f}};

__global__ void dct_quant(const unsigned char *__restrict__ luma,
                          short *__restrict__ coeff, int width, int height,
                          float q)
{
    __shared__ float t[8][256 + 8];

    const int tid = threadIdx.x;
    const int x0 = blockIdx.x * 256;
    const int r = tid >> 5, b = tid & 31;

    for (int by = blockIdx.y; by < height / 8; by += gridDim.y) {
        for (int k = 0; k < 8; ++k)
            t[k][tid + (tid >> 5)] =
                luma[(size_t)(by * 8 + k) * width + x0 + tid] - 128.0f;
        __syncthreads();

        // Row r of block b.
        float v[8];
        for (int k = 0; k < 8; ++k) {
            int c = b * 8 + k;
            v[k] = t[r][c + (c >> 5)];
        }
        #pragma unroll
        for (int u = 0; u < 8; ++u) {
            float s = 0.0f;
            #pragma unroll
            for (int k = 0; k < 8; ++k)
                s += kBasis[u][k] * v[k];
            int c = b * 8 + u;
            t[r][c + (c >> 5)] = s;
        }
        __syncthreads();

        // Column tid.
        for (int k = 0; k < 8; ++k)
            v[k] = t[k][tid + (tid >> 5)];
        #pragma unroll
        for (int u = 0; u < 8; ++u) {
            float s = 0.0f;
            #pragma unroll
            for (int k = 0; k < 8; ++k)
                s += kBasis[u][k] * v[k];
            coeff[(size_t)(by * 8 + u) * width + x0 + tid] =
                (short)__float2int_rn(s * q / (1 + u + (tid & 7)));
        }
        __syncthreads();
    }
}

extern "C" void launch(const unsigned char *luma, short *coeff, int width,
                       int height)
{
    dct_quant<<<dim3(width / 256, (height / 8 + 15) / 16), 256>>>(luma, coeff, width,
                                                       height, 0.25f);
}
