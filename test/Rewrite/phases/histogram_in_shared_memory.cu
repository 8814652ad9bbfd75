// Compute adds to a histogram with atomics on shared memory, which is read
// after the loop.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single columns -DKERNEL=count_keys \
// RUN:   -DTHREADS=32 -DSTEP=32

#define BINS 16

__global__ void count_keys(const float *__restrict__ data, const float *__restrict__ limits,
                           float *__restrict__ out, int n)
{
    __shared__ float chunk[32], bound[32];
    __shared__ unsigned int histogram[BINS];
    const unsigned int tid = threadIdx.x;

    for (int b = tid; b < BINS; b += 32)
        histogram[b] = 0;

    for (int offset = 0; offset < n; offset += 32)
    {
        chunk[tid] = offset + tid < n ? data[offset + tid] : -1.0f;
        bound[tid] = offset + tid < n ? limits[offset + tid] : 0.0f;
        __syncthreads();

        // Each thread looks at all pairs of its distance.
        for (int i = 0; i < 32; ++i)
        {
            const float x = chunk[i] * bound[(i + tid) % 32];
            const int bin = min(BINS - 1, (int)(fabsf(x) * 8.0f));
            atomicAdd(&histogram[bin], 1u);
        }
        __syncthreads();
    }
    __syncthreads();

    if (tid < BINS)
        out[tid] = (float)histogram[tid];
    else
        out[tid] = 0.0f;
}
