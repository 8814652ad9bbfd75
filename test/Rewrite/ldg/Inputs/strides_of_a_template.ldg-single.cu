// Copies that go by strides which are no constants, in a template: registers are
// counted by what the strides start with, right for other sizes than those of its one
// instantiation. What is written is indented as the loop is, wherever its pragmas
// stand.
//

template <const int BM, const int BN, const int BK, const int TM>
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
    int thread_num = BM * BN / TM; // each computes TM elements
    int tx = threadIdx.x % BN;
    int ty = threadIdx.x / BN * TM;

    __shared__ float As[BM * BK];
    __shared__ float Bs[BK * BN];

    A = &A[blockIdx.y * BM * K];
    B = &B[blockIdx.x * BN];
    C = &C[blockIdx.y * BM * N + blockIdx.x * BN];

    int a_tile_row = threadIdx.x / BK;
    int a_tile_col = threadIdx.x % BK;
    int a_tile_stride = thread_num / BK;

    int b_tile_row = threadIdx.x / BN;
    int b_tile_col = threadIdx.x % BN;
    int b_tile_stride = thread_num / BN;

    float tmp[TM + 1] = {0.};

    // The next tile, in registers.
    float next_As[(BM + (BM * BN / TM / BK) - 1) / (BM * BN / TM / BK)];
    float next_Bs[(BK + (BM * BN / TM / BN) - 1) / (BM * BN / TM / BN)];

    // Loads one tile into registers, and moves A and B on.
    auto fetch_tile = [&] {
#pragma unroll
        for (int i = 0; i < BM; i += a_tile_stride) {
            next_As[i / a_tile_stride] = A[(a_tile_row + i) * K + a_tile_col];
        }
#pragma unroll
        for (int i = 0; i < BK; i += b_tile_stride) {
            next_Bs[i / b_tile_stride] = B[(b_tile_row + i) * N + b_tile_col];
        }
        A += BK;
        B += BK * N;
    };

    // Prologue: load the first tile.
    if (K > 0)
        fetch_tile();

    for (int k = 0; k < K; k += BK) {
#pragma unroll
        for (int i = 0; i < BM; i += a_tile_stride) {
            As[(a_tile_row + i) * BK + a_tile_col] = next_As[i / a_tile_stride];
        }
#pragma unroll
        for (int i = 0; i < BK; i += b_tile_stride) {
            Bs[(b_tile_row + i) * BN + b_tile_col] = next_Bs[i / b_tile_stride];
        }
        __syncthreads();

        // Prefetch the next tile while this one is computed.
        if (k + BK < K)
            fetch_tile();
        __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

#pragma unroll
        for (int i = 0; i < BK; i++) {
            tmp[TM] = Bs[tx + i * BN];
#pragma unroll
            for (int j = 0; j < TM; j++) {
                tmp[j] += As[(ty + j) * BK + i] * tmp[TM];
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < TM; j++) {
        C[(ty + j) * N + tx] = tmp[j];
    }
}

template __global__ void gemm<32, 16, 8, 8>(const float *, const float *,
                                            float *, int, int, int);
