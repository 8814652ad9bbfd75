// Broad phase of collisions: which of 64 boxes of a tile each box meets, as a
// mask of 64 bits. Blocks along the diagonal start there.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

typedef unsigned long long u64;

struct Boxes {
    const float *lo_x, *lo_y, *lo_z, *hi_x, *hi_y, *hi_z;
};

#define LOAD_AXIS(axis)                                                        \
    lo_##axis[t] = ok ? b.lo_##axis[j0 + t] : 1e30f;                           \
    hi_##axis[t] = ok ? lo_##axis[t] + 0.05f * fabsf(b.hi_##axis[j0 + t]) : -1e30f

#define APART(axis) (min_##axis > hi_##axis[j] || max_##axis < lo_##axis[j])

__global__ void pair_masks(Boxes b, u64 *mask, int n, int words)
{
    __shared__ float lo_x[64], lo_y[64], lo_z[64], hi_x[64], hi_y[64], hi_z[64];

    const int t = threadIdx.x;
    const int i = blockIdx.x * 64 + t;
    const int at = i < n ? i : n - 1;
    const float min_x = b.lo_x[at], max_x = min_x + 0.05f * fabsf(b.hi_x[at]);
    const float min_y = b.lo_y[at], max_y = min_y + 0.05f * fabsf(b.hi_y[at]);
    const float min_z = b.lo_z[at], max_z = min_z + 0.05f * fabsf(b.hi_z[at]);

    for (int w = blockIdx.x; w < words; w++) {
        const int j0 = w * 64;
        const bool ok = j0 + t < n;
        LOAD_AXIS(x);
        LOAD_AXIS(y);
        LOAD_AXIS(z);
        __syncthreads();

        u64 bits = 0;
#pragma unroll 16
        for (int j = 0; j < 64; j++)
            if (!(APART(x) || APART(y) || APART(z)))
                bits |= 1ull << j;
        if (w == blockIdx.x)
            bits &= t == 63 ? 0ull : ~0ull << (t + 1);
        if (i < n)
            mask[(size_t)w * n + i] = bits;
        __syncthreads();
    }
}

extern "C" void launch(const float *lo_x, const float *lo_y, const float *lo_z,
                       const float *hi_x, const float *hi_y, const float *hi_z,
                       u64 *mask, int n)
{
    Boxes b = {lo_x, lo_y, lo_z, hi_x, hi_y, hi_z};
    int words = (n + 63) / 64;
    pair_masks<<<words, 64>>>(b, mask, n, words);
}
