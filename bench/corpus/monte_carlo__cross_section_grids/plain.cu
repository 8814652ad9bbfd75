// Macroscopic cross sections of particles: for each nuclide its grid of 512
// energies is loaded, searched by bisection and interpolated.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

static const int GRID = 512;

__global__ void lookup_xs(const float *__restrict__ energy,
                          const float *__restrict__ grid_step,
                          const float4 *__restrict__ grid_xs,
                          const float *__restrict__ density,
                          float4 *__restrict__ macro, int particles,
                          int nuclides)
{
    __shared__ float e[GRID];
    __shared__ float4 xs[GRID];

    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    const float mine = id < particles ? fabsf(energy[id]) : 0.0f;
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);

    for (int n = 0; n < nuclides; ++n) {
        const size_t base = (size_t)n * GRID;
        for (int i = threadIdx.x; i < GRID; i += blockDim.x) {
            // An energy of each of 512 intervals: they are sorted.
            e[i] = (i + fabsf(grid_step[base + i])) * (1.0f / GRID);
            xs[i] = grid_xs[base + i];
        }
        __syncthreads();

        int lo = 0, hi = GRID - 1;
        while (hi - lo > 1) {
            const int mid = (lo + hi) >> 1;
            if (e[mid] > mine)
                hi = mid;
            else
                lo = mid;
        }
        const float f = (mine - e[lo]) / (e[hi] - e[lo] + 1e-20f);
        const float d = density[n];
        const float4 a = xs[lo], b = xs[hi];
        sum.x += d * (a.x + f * (b.x - a.x));
        sum.y += d * (a.y + f * (b.y - a.y));
        sum.z += d * (a.z + f * (b.z - a.z));
        sum.w += d * (a.w + f * (b.w - a.w));
        __syncthreads();
    }
    if (id < particles)
        macro[id] = sum;
}

extern "C" void launch(const float *energy, const float *grid_step,
                       const float4 *grid_xs, const float *density,
                       float4 *macro, int particles, int nuclides)
{
    lookup_xs<<<(particles + 255) / 256, 256>>>(energy, grid_step, grid_xs,
                                                density, macro, particles,
                                                nuclides);
}
