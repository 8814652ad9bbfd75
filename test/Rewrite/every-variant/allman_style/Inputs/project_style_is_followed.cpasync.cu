// The project's .clang-format has braces on lines of their own, four blanks and
// a hundred columns: so has the new code.
//

#include <cuda_pipeline.h>
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

    // What cp.async cannot copy is stored at once.
    constexpr bool async_copies = sizeof(T) == alignof(T) && sizeof(T) >= 4 && sizeof(T) <= 16;

    // Starts the copy of one tile into a stage.
    auto load_tile = [&](int stage, size_t start) {
        auto& lhs_tile = lhs_tile_stages[stage];
        auto& rhs_tile = rhs_tile_stages[stage];
        // Zeros outside of the matrices.
        if constexpr (async_copies)
        {
            __pipeline_memcpy_async(&lhs_tile[threadIdx.y][threadIdx.x],
                                    &lhs[row * depth + start + threadIdx.x], sizeof(T),
                                    (row < rows && start + threadIdx.x < depth) ? 0 : sizeof(T));
            __pipeline_memcpy_async(
                &rhs_tile[threadIdx.y][threadIdx.x], &rhs[(start + threadIdx.y) * columns + column],
                sizeof(T), (start + threadIdx.y < depth && column < columns) ? 0 : sizeof(T));
        }
        else
        {
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
        }
    };

    // Prologue: the first tile into stage 0.
    int stage = 0;
    if (depth > 0)
        load_tile(stage, 0);
    __pipeline_commit();

    for (size_t start = 0; start < depth; start += BLOCK)
    {
        __pipeline_wait_prior(0);
        __syncthreads();

        // Prefetch the next tile while this one is computed.
        if (start + BLOCK < depth)
            load_tile(stage ^ 1, start + BLOCK);
        __pipeline_commit();

        auto& lhs_tile = lhs_tile_stages[stage];
        auto& rhs_tile = rhs_tile_stages[stage];

        for (int i = 0; i < BLOCK; ++i)
        {
            accumulated += lhs_tile[threadIdx.y][i] * rhs_tile[i][threadIdx.x];
        }

        stage ^= 1; // This one is free from the next barrier on.
    }

    if (row < rows && column < columns)
    {
        result[row * columns + column] = accumulated;
    }
}

template __global__ void tiled_product<float, 8>(const float*, const float*, float*, size_t, size_t, size_t);
