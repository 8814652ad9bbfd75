// Three-body energies of Stillinger and Weber: for each atom its list of
// neighbours, 16 a trip as displacements, against the first 16. Eight atoms a
// block, a warp each; the last list entries are missing.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define WARPS 8
#define CHUNK 16

__global__ void three_body(const float *__restrict__ x, const int *__restrict__ neighbours,
                           const int *__restrict__ counts, float *__restrict__ energy, int n, int most)
{
    __shared__ float4 d[WARPS][CHUNK];   // of this trip, with the length
    __shared__ float4 e[WARPS][CHUNK];   // of the first ones

    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int i = blockIdx.x * WARPS + warp;
    const int atom = min(i, n - 1);
    const int count = i < n ? counts[atom] : 0;
    const float px = x[3 * atom], py = x[3 * atom + 1], pz = x[3 * atom + 2];
    float sum = 0.0f;

    for (int j0 = 0; j0 < most; j0 += CHUNK) {
        if (lane < CHUNK) {
            float4 v = make_float4(0.0f, 0.0f, 0.0f, 9.0f);
            if (j0 + lane < count) {
                const int j = neighbours[(size_t)atom * most + j0 + lane];
                v.x = x[3 * j] - px;
                v.y = x[3 * j + 1] - py;
                v.z = x[3 * j + 2] - pz;
                v.w = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z + 0.01f);
            }
            d[warp][lane] = v;
            if (j0 == 0)
                e[warp][lane] = v;
        }
        __syncthreads();

        const float4 b = d[warp][lane % CHUNK];
        #pragma unroll
        for (int k = lane / CHUNK; k < CHUNK; k += 2) {
            const float4 a = e[warp][k];
            if (a.w < 1.8f && b.w < 1.8f && (j0 != 0 || k < lane % CHUNK)) {
                const float c = (a.x * b.x + a.y * b.y + a.z * b.z) / (a.w * b.w) + 0.33333333f;
                sum += c * c * __expf(1.2f / (a.w - 1.801f) + 1.2f / (b.w - 1.801f));
            }
        }
        __syncthreads();
    }
    for (int o = 16; o; o >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, o);
    if (lane == 0 && i < n)
        energy[i] = 21.0f * sum;
}

extern "C" void launch(const float *x, const int *neighbours, const int *counts, float *energy,
                       int n, int most)
{
    three_body<<<(n + WARPS - 1) / WARPS, 32 * WARPS>>>(x, neighbours, counts, energy, n, most);
}
