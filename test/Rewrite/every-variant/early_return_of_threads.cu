// Threads behind the end return before the loop; those that stay never meet
// them at a barrier again. Guards read what the block shares in constant memory.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single filter

__constant__ float taps[8] = {0.5f, -0.25f, 0.125f, 1.0f, 2.0f, -1.0f, 0.75f, 3.0f};

extern "C" __global__ void filter(const float *x, float *__restrict__ y, int n,
                                  int frames)
{
    __shared__ float window[64 + 7];
    const int i = threadIdx.x;
    const int last = min(64, n - (int)blockIdx.x * 64);   // threads with work
    if (i >= last)
        return;

    float sum = 0.0f;
    const float *frame = x + blockIdx.x * 64;
    for (int f = 0; f < frames; f++, frame += n)
    {
        window[i] = frame[i];
        if (i < 7)
            window[64 + i] = blockIdx.x * 64 + 64 + i < n ? frame[64 + i] : 0.0f;
        __syncthreads();

        for (int t = 0; t < 8; t++)
            if (i + t < last || last == 64)
                sum += window[i + t] * taps[t];
        __syncthreads();
    }
    y[blockIdx.x * 64 + i] = sum;
}
