// Keys, then values, each in a phase of its own: each travels while both are
// computed with.
//

#include <cuda_pipeline.h>

#define D 8   // size of a head
#define BC 4  // keys in a tile

// One query a thread; keys and values are n x D.
__global__ void attend(const float *keys, const float *values, float *__restrict__ out, int n)
{
    __shared__ float Kj_stages[2][BC * D], Vj_stages[2][BC * D];
    const int tx = threadIdx.x;

    float q[D], acc[D];
    for (int d = 0; d < D; ++d) {
        q[d] = 0.125f * (tx + d + 1);
        acc[d] = 0.0f;
    }

    // Starts the copy of one tile into a stage.
    auto load_tile = [&](int stage, int j) {
        auto &Kj = Kj_stages[stage];
        auto &Vj = Vj_stages[stage];
        // Load Kj
        __pipeline_memcpy_async(&Kj[tx], &keys[j * D + tx], sizeof(float),
                                (j + tx / D < n) ? 0 : sizeof(float));

        // Load Vj
        __pipeline_memcpy_async(&Vj[tx], &values[j * D + tx], sizeof(float),
                                (j + tx / D < n) ? 0 : sizeof(float));
    };

    // Prologue: the first tile into stage 0.
    int stage = 0;
    if (n > 0)
        load_tile(stage, 0);
    __pipeline_commit();

    for (int j = 0; j < n; j += BC) {
        __pipeline_wait_prior(0);
        __syncthreads();

        // Prefetch the next tile while this one is computed.
        if (j + BC < n)
            load_tile(stage ^ 1, j + BC);
        __pipeline_commit();

        auto &Kj = Kj_stages[stage];
        auto &Vj = Vj_stages[stage];

        float s[BC];
        for (int y = 0; y < BC; ++y) {
            s[y] = 0.0f;
            for (int d = 0; d < D; ++d)
                s[y] += q[d] * Kj[y * D + d];
        }
        __syncthreads();

        for (int y = 0; y < BC; ++y)
            for (int d = 0; d < D; ++d)
                acc[d] += s[y] * Vj[y * D + d];

        stage ^= 1; // This one is free from the next barrier on.
    }

    float sum = 0.0f;
    for (int d = 0; d < D; ++d)
        sum = sum * 0.5f + acc[d];
    out[tx] = sum;
}
