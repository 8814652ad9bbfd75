// A pass of a large transform: 64-point transforms along the columns, 16 columns
// a trip, as 8 x 8 in registers with an exchange through the tile between; then
// the twiddles of the whole transform.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

#define COLS 16

typedef float2 cplx;

__device__ __forceinline__ cplx operator+(cplx a, cplx b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ __forceinline__ cplx operator-(cplx a, cplx b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ __forceinline__ cplx operator*(cplx a, cplx b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
__device__ __forceinline__ cplx minus_i(cplx a) { return make_float2(a.y, -a.x); }

__device__ __forceinline__ void fft4(cplx &a, cplx &b, cplx &c, cplx &d)
{
    cplx s = a + c, t = a - c, u = b + d, v = minus_i(b - d);
    a = s + u;
    b = t + v;
    c = s - u;
    d = t - v;
}

// Results in order.
__device__ __forceinline__ void fft8(cplx *x)
{
    const float h = 0.70710678f;
    cplx e0 = x[0], e1 = x[2], e2 = x[4], e3 = x[6];
    cplx o0 = x[1], o1 = x[3], o2 = x[5], o3 = x[7];
    fft4(e0, e1, e2, e3);
    fft4(o0, o1, o2, o3);
    o1 = o1 * make_float2(h, -h);
    o2 = minus_i(o2);
    o3 = o3 * make_float2(-h, -h);
    x[0] = e0 + o0; x[4] = e0 - o0;
    x[1] = e1 + o1; x[5] = e1 - o1;
    x[2] = e2 + o2; x[6] = e2 - o2;
    x[3] = e3 + o3; x[7] = e3 - o3;
}

__global__ void __launch_bounds__(128)
fft64(const cplx *__restrict__ in, cplx *__restrict__ out,
      const cplx *__restrict__ roots, int columns)
{
    __shared__ cplx tile[64][COLS + 1];
    __shared__ cplx root64[64];

    const int c = threadIdx.x % COLS, g = threadIdx.x / COLS; // g < 8

    if (threadIdx.x < 64) {
        float s, w;
        sincospif(-(float)threadIdx.x / 32.0f, &s, &w);
        root64[threadIdx.x] = make_float2(w, s);
    }

    for (int c0 = blockIdx.x * COLS; c0 < columns; c0 += gridDim.x * COLS) {
        for (int r = g; r < 64; r += 8)
            tile[r][c] = in[(size_t)r * columns + c0 + c];
        __syncthreads();

        cplx v[8];
        #pragma unroll
        for (int k = 0; k < 8; k++)
            v[k] = tile[g + 8 * k][c];
        fft8(v);
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < 8; k++)
            tile[k * 8 + g][c] = v[k] * root64[k * g];
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < 8; k++)
            v[k] = tile[g * 8 + k][c];
        fft8(v);
        #pragma unroll
        for (int k = 0; k < 8; k++) {
            const int row = g + 8 * k;
            out[(size_t)row * columns + c0 + c] = v[k] * roots[(size_t)(c0 + c) % 4096 * (row & 15)];
        }
        __syncthreads();
    }
}

extern "C" void launch(const float2 *in, float2 *out, const float2 *roots,
                       int columns)
{
    int blocks = columns / COLS < 1584 ? columns / COLS : 1584;
    fft64<<<blocks, 128>>>(in, out, roots, columns);
}
