// Pointers and counters move behind the second barrier, at the end of the body.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DPADDED

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n)
{
    __shared__ float tile[32];

    const float *src = A + threadIdx.x;
    int tiles = (n + 31) / 32;
    int done = 0;
    float sum = 0.0f;

    for (; tiles > 0; tiles--)
    {
        tile[threadIdx.x] = *src;
        __syncthreads();

        #pragma unroll 8
        for (int j = 0; j < 32; j++)
        {
            sum = fmaf(tile[j], 0.5f, sum);
        }
        __syncthreads();

        src += 32;   /* the next tile */
        done++;      /* and the count of tiles */
    }

    out[threadIdx.x] = sum + done - tiles + (src - A);
}
