// C style: every variable is declared at the top of the function and is shared
// by the loops of both phases; some live on after the loop.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gemm -DBLOCK_M=16 -DBLOCK_N=16 \
// RUN:   -DBLOCK_K=8 -DTHREADS=8,8

__global__ void gemm(const float *A, const float *B, float *C, int M, int N, int K)
{
    __shared__ float As[16][8];
    __shared__ float Bs[8][16];
    int i, j, k, kk, r, c;
    float tmp, acc[2][2];

    for (i = 0; i < 2; i++)
        for (j = 0; j < 2; j++)
            acc[i][j] = 0.0f;

    for (kk = 0; kk < K; kk += 8)
    {
        for (i = 0; i < 2; i++)
        {
            r = blockIdx.y * 16 + threadIdx.y + 8 * i;
            As[threadIdx.y + 8 * i][threadIdx.x] = A[r * K + kk + threadIdx.x];
        }
        for (j = 0; j < 2; j++)
        {
            c = blockIdx.x * 16 + threadIdx.x + 8 * j;
            Bs[threadIdx.y][threadIdx.x + 8 * j] = B[(kk + threadIdx.y) * N + c];
        }
        __syncthreads();

        for (k = 0; k < 8; k++)
            for (i = 0; i < 2; i++)
            {
                tmp = As[threadIdx.y + 8 * i][k];
                for (j = 0; j < 2; j++)
                    acc[i][j] += tmp * Bs[k][threadIdx.x + 8 * j];
            }
        __syncthreads();
    }

    for (i = 0; i < 2; i++)
        for (j = 0; j < 2; j++)
        {
            r = blockIdx.y * 16 + threadIdx.y + 8 * i;
            c = blockIdx.x * 16 + threadIdx.x + 8 * j;
            C[r * N + c] = acc[i][j] + kk;
        }
}
