// All-pairs n-body: float4 elements, a helper that takes the tile's element by
// value, a helper that takes the tile as pointer to const.
//

#include <cuda_pipeline.h>

#define SOFTENING 1e-3f

__device__ float3 interact(float4 other, float4 self, float3 acc)
{
    float3 r;

    // r points from this body to the other [3 flops]
    r.x = other.x - self.x;
    r.y = other.y - self.y;
    r.z = other.z - self.z;

    float squared = r.x * r.x + r.y * r.y + r.z * r.z + SOFTENING;
    float inverse = 1.0f / sqrtf(squared);
    float scale = other.w * inverse * inverse * inverse;

    acc.x += r.x * scale;
    acc.y += r.y * scale;
    acc.z += r.z * scale;
    return acc;
}

__device__ float3 interact_with_tile(const float4 *tile, int count, float4 self, float3 acc)
{
    for (int i = 0; i < count; i++)
        acc = interact(tile[i], self, acc);
    return acc;
}

__global__ void integrate(const float4 *bodies, float3 *result, int n)
{
    __shared__ float4 shared_bodies_stages[2][64];
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    float4 self = index < n ? bodies[index] : make_float4(0, 0, 0, 0);
    float3 acc = {0.0f, 0.0f, 0.0f};
    int i, tile;

    // Starts the copy of one tile into a stage.
    auto load_tile = [&](int stage, int tile)
    {
        auto &shared_bodies = shared_bodies_stages[stage];
        int idx = tile * blockDim.x + threadIdx.x;
        __pipeline_memcpy_async(&shared_bodies[threadIdx.x], &bodies[idx], sizeof(float4),
                                (idx < n) ? 0 : sizeof(float4));
    };

    // Prologue: the first tile into stage 0.
    int stage = 0;
    i = 0, tile = 0;
    if (i < n)
        load_tile(stage, tile);
    __pipeline_commit();

    for (i = 0, tile = 0; i < n; i += 64, tile++)
    {
        __pipeline_wait_prior(0);
        __syncthreads();

        // Prefetch the next tile while this one is computed.
        if (i + 64 < n)
            load_tile(stage ^ 1, tile + 1);
        __pipeline_commit();

        auto &shared_bodies = shared_bodies_stages[stage];

        // a full tile through the helper, a ragged one body by body
        if (n - i >= 64)
            acc = interact_with_tile(shared_bodies, 64, self, acc);
        else
            for (int j = 0; j < n - i; j++)
                acc = interact(shared_bodies[j], self, acc);

        stage ^= 1; // This one is free from the next barrier on.
    }

    if (index < n)
        result[index] = make_float3(acc.x + tile, acc.y + i, acc.z);
}
