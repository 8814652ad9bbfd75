// `!=` ends the loop: one step past the end would never stop.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DWHOLE

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n)
{
    __shared__ float tile[32];
    int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k != n; k += 32)
    {
        tile[t] = A[k + t];
        __syncthreads();

        for (int i = 0; i < 32; i++)
        {
            sum += tile[i] * tile[t];
        }
        __syncthreads();
    }
    out[t] = sum;
}
