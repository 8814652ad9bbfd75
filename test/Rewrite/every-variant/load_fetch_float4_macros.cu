// float4 through FETCH_FLOAT4 and an OFFSET macro; padded tiles, C style.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gemm -DBLOCK_M=32 -DBLOCK_N=32 \
// RUN:   -DBLOCK_K=8 -DTHREADS=8,8

#define OFFSET(row, col, ld) ((row) * (ld) + (col))
#define FETCH_FLOAT4(x) (reinterpret_cast<float4 *>(&(x))[0])

__global__ void gemm(float *__restrict__ a, float *__restrict__ b,
                     float *__restrict__ c, const int M, const int N,
                     const int K) {

    const int BM = 32, BN = 32, BK = 8, TM = 4, TN = 4;

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int tid = ty * blockDim.x + tx;

    __shared__ float s_a[BM][BK];
    __shared__ float s_b[BK][BN];

    float r_c[TM][TN] = {0.0};

    int load_a_smem_m = tid >> 1;        // tid / 2, row of s_a
    int load_a_smem_k = (tid & 1) << 2;  // (tid % 2) * 4, column of s_a
    int load_b_smem_k = tid >> 3;        // tid / 8, row of s_b
    int load_b_smem_n = (tid & 7) << 2;  // (tid % 8) * 4, column of s_b

    int load_a_gmem_m = blockIdx.y * BM + load_a_smem_m;
    int load_b_gmem_n = blockIdx.x * BN + load_b_smem_n;

    for (int bk = 0; bk < (K + BK - 1) / BK; bk++) {
        int load_a_gmem_k = bk * BK + load_a_smem_k;   // column of a
        int load_a_gmem_addr = OFFSET(load_a_gmem_m, load_a_gmem_k, K);
        FETCH_FLOAT4(s_a[load_a_smem_m][load_a_smem_k]) = FETCH_FLOAT4(a[load_a_gmem_addr]);
        int load_b_gmem_k = bk * BK + load_b_smem_k;   // row of b
        int load_b_gmem_addr = OFFSET(load_b_gmem_k, load_b_gmem_n, N);
        FETCH_FLOAT4(s_b[load_b_smem_k][load_b_smem_n]) = FETCH_FLOAT4(b[load_b_gmem_addr]);

        __syncthreads();

        #pragma unroll
        for (int k = 0; k < BK; k++) {
            #pragma unroll
            for (int m = 0; m < TM; m++) {
                #pragma unroll
                for (int n = 0; n < TN; n++) {
                    int comp_a_smem_m = ty * TM + m;
                    int comp_b_smem_n = tx * TN + n;
                    r_c[m][n] += s_a[comp_a_smem_m][k] * s_b[k][comp_b_smem_n];
                }
            }
        }

        __syncthreads();
    }

    #pragma unroll
    for (int i = 0; i < TM; i++) {
        int store_c_gmem_m = blockIdx.y * BM + ty * TM + i;
        int store_c_gmem_n = blockIdx.x * BN + tx * TN;
        FETCH_FLOAT4(c[OFFSET(store_c_gmem_m, store_c_gmem_n, N)]) = FETCH_FLOAT4(r_c[i][0]);
    }
}
