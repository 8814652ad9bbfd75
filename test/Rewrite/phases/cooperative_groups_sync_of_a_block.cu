// cg::sync(block) in a loop of three phases, with the barrier at the top.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single columns -DKERNEL=blur \
// RUN:   -DTHREADS=32 -DSTEP=32

#include <cooperative_groups.h>

using namespace cooperative_groups;

__global__ void blur(const float *__restrict__ a, const float *__restrict__ b, float *out, int n)
{
    thread_block block = this_thread_block();
    __shared__ float tile[32];
    __shared__ float blurred[32];
    const unsigned int t = block.thread_rank();
    float sum = b != nullptr ? 0.0f : 1.0f;

    for (int k = 0; k < n; k += 32)
    {
        sync(block);
        tile[t] = k + t < n ? a[k + t] : 0.0f;
        sync(block);

        blurred[t] = 0.25f * (tile[(t + 31) % 32] + 2.0f * tile[t] + tile[(t + 1) % 32]);
        sync(block);

        for (int i = 0; i < 32; i += 4)
            sum = sum * 0.5f + blurred[(t * 3 + i) % 32] * tile[i];
    }
    out[t] = sum;
}
