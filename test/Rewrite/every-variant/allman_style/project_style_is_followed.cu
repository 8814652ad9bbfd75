// The project's .clang-format has braces on lines of their own, four blanks and
// a hundred columns: so has the new code.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gemm -DTILE=8 -DRAGGED \
// RUN:   "-DKERNEL=tiled_product<float,8>"
// RUN: %golden cpasync
// RUN: %golden ldg

#include <cuda_runtime.h>

template <typename T, int BLOCK>
__global__ void tiled_product(const T* __restrict__ lhs, const T* __restrict__ rhs, T* __restrict__ result,
                              size_t rows, size_t columns, size_t depth)
{
    __shared__ T lhs_tile[BLOCK][BLOCK];
    __shared__ T rhs_tile[BLOCK][BLOCK];

    const size_t row = blockIdx.y * BLOCK + threadIdx.y;
    const size_t column = blockIdx.x * BLOCK + threadIdx.x;
    T accumulated{};

    for (size_t start = 0; start < depth; start += BLOCK)
    {
        // Zeros outside of the matrices.
        if (row < rows && start + threadIdx.x < depth)
        {
            lhs_tile[threadIdx.y][threadIdx.x] = lhs[row * depth + start + threadIdx.x];
        }
        else
        {
            lhs_tile[threadIdx.y][threadIdx.x] = T{};
        }
        rhs_tile[threadIdx.y][threadIdx.x] = (start + threadIdx.y < depth && column < columns)
                                                 ? rhs[(start + threadIdx.y) * columns + column]
                                                 : T{};
        __syncthreads();

        for (int i = 0; i < BLOCK; ++i)
        {
            accumulated += lhs_tile[threadIdx.y][i] * rhs_tile[i][threadIdx.x];
        }
        __syncthreads();
    }

    if (row < rows && column < columns)
    {
        result[row * columns + column] = accumulated;
    }
}

template __global__ void tiled_product<float, 8>(const float*, const float*, float*, size_t, size_t, size_t);
