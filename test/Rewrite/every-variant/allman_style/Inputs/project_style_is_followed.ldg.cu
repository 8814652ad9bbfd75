// The project's .clang-format has braces on lines of their own, four blanks and
// a hundred columns: so has the new code.
//

#include <cuda_runtime.h>

template <typename T, int BLOCK>
__global__ void tiled_product(const T* __restrict__ lhs, const T* __restrict__ rhs, T* __restrict__ result,
                              size_t rows, size_t columns, size_t depth)
{
    __shared__ T lhs_tile_stages[2][BLOCK][BLOCK];
    __shared__ T rhs_tile_stages[2][BLOCK][BLOCK];

    const size_t row = blockIdx.y * BLOCK + threadIdx.y;
    const size_t column = blockIdx.x * BLOCK + threadIdx.x;
    T accumulated{};

    // The next tile, in registers.
    T next_lhs_tile, next_rhs_tile;

    // Loads one tile into registers.
    auto fetch_tile = [&](size_t start) {
        if (row < rows && start + threadIdx.x < depth)
        {
            next_lhs_tile = lhs[row * depth + start + threadIdx.x];
        }
        else
        {
            next_lhs_tile = T{};
        }
        next_rhs_tile = (start + threadIdx.y < depth && column < columns)
                            ? rhs[(start + threadIdx.y) * columns + column]
                            : T{};
    };

    // Prologue: load the first tile.
    int stage = 0;
    if (depth > 0)
        fetch_tile(0);

    for (size_t start = 0; start < depth; start += BLOCK)
    {
        auto& lhs_tile = lhs_tile_stages[stage];
        auto& rhs_tile = rhs_tile_stages[stage];
        // Zeros outside of the matrices.
        lhs_tile[threadIdx.y][threadIdx.x] = next_lhs_tile;
        rhs_tile[threadIdx.y][threadIdx.x] = next_rhs_tile;
        __syncthreads();

        // Prefetch the next tile while this one is computed.
        if (start + BLOCK < depth)
            fetch_tile(start + BLOCK);
        __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

        for (int i = 0; i < BLOCK; ++i)
        {
            accumulated += lhs_tile[threadIdx.y][i] * rhs_tile[i][threadIdx.x];
        }

        stage ^= 1; // The other is free: all who read it are past the barrier.
    }

    if (row < rows && column < columns)
    {
        result[row * columns + column] = accumulated;
    }
}

template __global__ void tiled_product<float, 8>(const float*, const float*, float*, size_t, size_t, size_t);
