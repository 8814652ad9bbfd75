// Values are converted on their way: the registers hold what was loaded, and
// cp.async cannot do it.
//
// RUN: %rewrite_and_run ldg,ldg-single converted

#include <cuda_fp16.h>

__global__ void converted(const __half *__restrict__ A,
                          const signed char *__restrict__ B,
                          const float *__restrict__ scale, float *__restrict__ C,
                          int M, int N, int K)
{
	__shared__ float As[16][17];
	__shared__ float Bs[16][17];

	int row = blockIdx.y * 16 + threadIdx.y;
	int col = blockIdx.x * 16 + threadIdx.x;
	float acc = 0.0f;

	for (int k = 0; k < K; k += 16)
	{
		/* half to float */
		As[threadIdx.y][threadIdx.x] = (row < M && k + threadIdx.x < K) ? __half2float(A[row * K + k + threadIdx.x]) : 0.0f;

		/* int8 to float, dequantized */
		if (k + threadIdx.y < K && col < N)
			Bs[threadIdx.y][threadIdx.x] = (float)B[(k + threadIdx.y) * N + col] * scale[col];
		else
			Bs[threadIdx.y][threadIdx.x] = 0.0f;
		__syncthreads();

		for (int i = 0; i < 16; i++)
			acc += As[threadIdx.y][i] * Bs[i][threadIdx.x];
		__syncthreads();
	}

	if (row < M && col < N)
		C[row * N + col] = acc;
}
