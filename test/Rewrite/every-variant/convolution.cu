// A direct convolution: input channels are the K-loop. Image patch (with halo)
// and filter travel through tiles of different rank; the filter is converted
// from half.
//
// RUN: %rewrite_and_run ldg,ldg-single convolution

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
	__shared__ float patch[PATCH_H][PATCH_W];
	__shared__ alignas(16) float weights[FILTER * FILTER];

	const int x0 = blockIdx.x * TILE_W;
	const int y0 = blockIdx.y * TILE_H;
	const int tid = threadIdx.y * TILE_W + threadIdx.x;
	float sum = 0.0f;

	for (int c = 0; c < channels; ++c)
	{
		#pragma unroll
		for (int i = tid; i < PATCH_H * PATCH_W; i += TILE_W * TILE_H)
		{
			const int py = i / PATCH_W;
			const int px = i % PATCH_W;
			const int y = y0 + py - FILTER / 2;
			const int x = x0 + px - FILTER / 2;
			float pixel = 0.0f;
			if (y >= 0 && y < height && x >= 0 && x < width)
				pixel = image[PIXEL(c, y, x)];
			patch[py][px] = pixel;
		}
		if (tid < FILTER * FILTER)
			weights[tid] = __half2float(filter[c * FILTER * FILTER + tid]);
		__syncthreads();

		#pragma unroll
		for (int i = 0; i < FILTER; i++)
			#pragma unroll
			for (int j = 0; j < FILTER; j++)
				sum += patch[threadIdx.y + i][threadIdx.x + j] * weights[i * FILTER + j];
		__syncthreads();
	}

	if (y0 + threadIdx.y < height && x0 + threadIdx.x < width)
		result[(y0 + threadIdx.y) * width + x0 + threadIdx.x] = sum;
}
