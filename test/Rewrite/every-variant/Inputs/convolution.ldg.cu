// A direct convolution: input channels are the K-loop. Image patch (with halo)
// and filter travel through tiles of different rank; the filter is converted
// from half.
//

#include <cuda_fp16.h>

#define TILE_W 8
#define TILE_H 8
#define FILTER 3
#define PATCH_W (TILE_W + FILTER - 1)
#define PATCH_H (TILE_H + FILTER - 1)

/* Index into an image of C channels. */
#define PIXEL(c, y, x) (((c) * height + (y)) * width + (x))

__global__ void convolution(const float *__restrict__ image,
                            const __half *__restrict__ filter,
                            float *__restrict__ result,
                            int channels, int height, int width)
{
	__shared__ float patch_stages[2][PATCH_H][PATCH_W];
	__shared__ alignas(16) float weights_stages[2][FILTER * FILTER];

	const int x0 = blockIdx.x * TILE_W;
	const int y0 = blockIdx.y * TILE_H;
	const int tid = threadIdx.y * TILE_W + threadIdx.x;
	float sum = 0.0f;

	// The next tile, on its way to shared memory.
	float pixel_reg[((PATCH_H * PATCH_W) + (TILE_W * TILE_H) - 1) / (TILE_W * TILE_H)];
	float weights_reg;

	// Loads one tile into registers.
	auto fetch_tile = [&](int c) {
		#pragma unroll
		for (int i_base = 0; i_base < PATCH_H * PATCH_W; i_base += TILE_W * TILE_H) {
			int i = i_base + tid;
			if (i < PATCH_H * PATCH_W)
			{
				const int py = i / PATCH_W;
				const int px = i % PATCH_W;
				const int y = y0 + py - FILTER / 2;
				const int x = x0 + px - FILTER / 2;
				auto &pixel = pixel_reg[i_base / (TILE_W * TILE_H)];
				pixel = 0.0f;
				if (y >= 0 && y < height && x >= 0 && x < width)
					pixel = image[PIXEL(c, y, x)];
			}
		}
		if (tid < FILTER * FILTER)
			weights_reg = __half2float(filter[c * FILTER * FILTER + tid]);
	};

	// Stores the loaded tile to shared memory.
	auto store_tile = [&](int stage) {
		auto &patch = patch_stages[stage];
		auto &weights = weights_stages[stage];
		#pragma unroll
		for (int i_base = 0; i_base < PATCH_H * PATCH_W; i_base += TILE_W * TILE_H) {
			int i = i_base + tid;
			if (i < PATCH_H * PATCH_W)
			{
				const int py = i / PATCH_W;
				const int px = i % PATCH_W;
				auto &pixel = pixel_reg[i_base / (TILE_W * TILE_H)];
				patch[py][px] = pixel;
			}
		}
		if (tid < FILTER * FILTER)
			weights[tid] = weights_reg;
	};

	// Prologue: the first tile into stage 0.
	int stage = 0;
	{
		int c = 0;
		if (c < channels) {
			fetch_tile(c);
			store_tile(stage);
		}
	}

	// Main loop. Its last trip, with no tile left to load, is the epilogue.
	for (int c = 0; c < channels; ++c)
	{
		__syncthreads();

		// The next tile travels while this one is computed.
		const int c_next = c + 1;
		const bool has_next = c_next < channels;
		if (has_next)
			fetch_tile(c_next);

		auto &patch = patch_stages[stage];
		auto &weights = weights_stages[stage];

		#pragma unroll
		for (int i = 0; i < FILTER; i++)
			#pragma unroll
			for (int j = 0; j < FILTER; j++)
				sum += patch[threadIdx.y + i][threadIdx.x + j] * weights[i * FILTER + j];

		if (has_next)
			store_tile(stage ^ 1);
		stage ^= 1;
	}

	if (y0 + threadIdx.y < height && x0 + threadIdx.x < width)
		result[(y0 + threadIdx.y) * width + x0 + threadIdx.x] = sum;
}
