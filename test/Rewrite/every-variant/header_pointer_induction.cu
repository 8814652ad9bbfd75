// The loop variable is the pointer itself.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DPADDED
// RUN: %golden ldg

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
	__shared__ float tile[32];
	int t = threadIdx.x;
	float sum = 0.0f;

	for (const float *p = A, *end = A + n; p < end; p += 32) {
		tile[t] = p[t];		// one float a thread
		__syncthreads();	// all of them
		for (int i = 0; i < 32; ++i)
			sum = sum * 0.5f + tile[i ^ t];
		__syncthreads();	// before the next tile
	}

	out[t] = sum;
}
