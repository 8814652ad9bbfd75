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

    // The next tile, on its way to shared memory.
    T lhs_tile_reg;
    T rhs_tile_reg;

    // Loads one tile into registers.
    auto fetch_tile = [&](size_t start) {
        // Zeros outside of the matrices.
        if (row < rows && start + threadIdx.x < depth)
        {
            lhs_tile_reg = lhs[row * depth + start + threadIdx.x];
        }
        else
        {
            lhs_tile_reg = T{};
        }
        rhs_tile_reg = (start + threadIdx.y < depth && column < columns)
                           ? rhs[(start + threadIdx.y) * columns + column]
                           : T{};
    };

    // Stores the loaded tile to shared memory.
    auto store_tile = [&](int stage) {
        auto& lhs_tile = lhs_tile_stages[stage];
        auto& rhs_tile = rhs_tile_stages[stage];
        lhs_tile[threadIdx.y][threadIdx.x] = lhs_tile_reg;
        rhs_tile[threadIdx.y][threadIdx.x] = rhs_tile_reg;
    };

    // Prologue: the first tile into stage 0.
    int stage = 0;
    {
        size_t start = 0;
        if (start < depth)
        {
            fetch_tile(start);
            store_tile(stage);
        }
    }

    // Main loop. Its last trip, with no tile left to load, is the epilogue.
    for (size_t start = 0; start < depth; start += BLOCK)
    {
        __syncthreads();

        // The next tile travels while this one is computed.
        const size_t start_next = start + BLOCK;
        const bool has_next = start_next < depth;
        if (has_next)
            fetch_tile(start_next);
        __syncwarp(); // Keeps the loads in front of the math.

        auto& lhs_tile = lhs_tile_stages[stage];
        auto& rhs_tile = rhs_tile_stages[stage];

        for (int i = 0; i < BLOCK; ++i)
        {
            accumulated += lhs_tile[threadIdx.y][i] * rhs_tile[i][threadIdx.x];
        }

        if (has_next)
            store_tile(stage ^ 1);
        stage ^= 1;
    }

    if (row < rows && column < columns)
    {
        result[row * columns + column] = accumulated;
    }
}

template __global__ void tiled_product<float, 8>(const float*, const float*, float*, size_t, size_t, size_t);
