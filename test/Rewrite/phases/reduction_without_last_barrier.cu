// The reduction's own barriers are all that protect its buffer: the next trip
// fills it behind the barrier at its top.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single columns -DKERNEL=largest \
// RUN:   -DTHREADS=64 -DSTEP=64

__device__ void wait_for_block() { __syncthreads(); }

__global__ void largest(const float *__restrict__ a, const float *__restrict__,
                        float *__restrict__ out, int n)
{
	__shared__ float values[64];
	__shared__ float buffer[64];
	int t = threadIdx.x;
	float best = 0.0f;

	for (int i = 0; i < n; i += 64)
	{
		wait_for_block();
		values[t] = i + t < n ? a[i + t] : 0.0f;
		wait_for_block();

		buffer[t] = values[t] - values[63 - t];
		for (int half = 32; half >= 1; half /= 2)
		{
			__syncthreads();
			if (t < half)
				buffer[t] = fmaxf(buffer[t], buffer[t + half]);
		}
		__syncthreads();
		best += buffer[0] * values[t];
	}
	out[t] = best;
}
