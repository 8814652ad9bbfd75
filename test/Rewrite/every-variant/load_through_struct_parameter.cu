// Matrices are passed as structs by value.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single structs

#define BLOCK_SIZE 8

typedef struct {
    int width;
    int height;
    int stride;
    const float *elements;
} Matrix;

struct Result {
    int stride;
    float *elements;
};

__global__ void MatMul(Matrix A, Matrix B, Result C)
{
    __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];

    // Row and column of this thread's element
    int row = threadIdx.y;
    int col = threadIdx.x;
    float Cvalue = 0;

    for (int m = 0; m < (A.width / BLOCK_SIZE); ++m) {
        // Load the sub-matrices
        As[row][col] = A.elements[(blockIdx.y * BLOCK_SIZE + row) * A.stride + m * BLOCK_SIZE + col];
        Bs[row][col] = B.elements[(m * BLOCK_SIZE + row) * B.stride + blockIdx.x * BLOCK_SIZE + col];
        __syncthreads();

        // Multiply them
        for (int e = 0; e < BLOCK_SIZE; ++e)
            Cvalue += As[row][e] * Bs[e][col];
        __syncthreads();
    }

    C.elements[(blockIdx.y * BLOCK_SIZE + row) * C.stride + blockIdx.x * BLOCK_SIZE + col] = Cvalue;
}
