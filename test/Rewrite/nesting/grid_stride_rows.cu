// A grid-stride loop over rows around the K-loop, whose scratch array is reset
// in each round, and a reduction behind it in a further array.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single persistent
// RUN: %golden cpasync

#define THREADS 64

__global__ void persistent(const float *__restrict__ A, float *__restrict__ out, int rows, int n)
{
    __shared__ float tile[THREADS];
    __shared__ float largest[THREADS];
    __shared__ float total[THREADS];
    const int tid = threadIdx.x;

    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        largest[tid] = 0.0f;
        float sum = 0.0f;

        for (int k = 0; k < n; k += THREADS) {
            tile[tid] = k + tid < n ? A[row * n + k + tid] : 0.0f;
            __syncthreads();

            largest[tid] = fmaxf(largest[tid], fabsf(tile[THREADS - 1 - tid]));
            __syncthreads();

            sum = sum * 0.5f + tile[tid] / (largest[tid ^ 1] + 1.0f);
            __syncthreads();
        }

        // Sum over the block.
        total[tid] = sum;
        __syncthreads();
        for (int s = THREADS / 2; s > 0; s >>= 1) {
            if (tid < s)
                total[tid] += total[tid + s];
            __syncthreads();
        }
        out[row * THREADS + tid] = total[0] * largest[tid];
        __syncthreads();
    }
}
