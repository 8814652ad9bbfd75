// Resampling of a particle filter: every new particle searches the cumulative
// weights, of which the block walks along tiles of 2048. A thread has one
// particle and looks only where its number is.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ __launch_bounds__(512) void resample(const unsigned *cumulative,
                                                const unsigned *draw, int *ancestor,
                                                int weights, int particles)
{
    __shared__ unsigned tile[2048];
    const int p = blockIdx.x * 512 + threadIdx.x;
    const unsigned u = p < particles ? draw[p] : 0u;
    int found = weights - 1;
    unsigned before = 0u;

    for (int base = 0; base < weights; base += 2048) {
        for (int i = threadIdx.x; i < 2048; i += 512) {
            const int at = base + i;
            // Steps of 2^32 / weights, each with some noise below a step.
            const unsigned step = 0xffffffffu / (unsigned)weights;
            tile[i] = at < weights ? at * step + cumulative[at] % step : 0xffffffffu;
        }
        __syncthreads();
        const unsigned last = tile[2047];
        if (u >= before && u < last) {
            int lo = -1, hi = 2047;
            while (hi - lo > 1) {
                const int mid = (lo + hi) / 2;
                if (tile[mid] <= u) lo = mid; else hi = mid;
            }
            found = min(base + hi, weights - 1);
        }
        before = last;
        __syncthreads();
    }
    if (p < particles)
        ancestor[p] = found;
}

extern "C" void launch(const unsigned *cumulative, const unsigned *draw, int *ancestor,
                       int weights, int particles)
{
    resample<<<(particles + 511) / 512, 512>>>(cumulative, draw, ancestor, weights, particles);
}
