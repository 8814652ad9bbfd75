// The loop variable is the pointer itself.
//

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
	__shared__ float tile_stages[2][32];
	int t = threadIdx.x;
	float sum = 0.0f;

	// The next tile, in registers.
	float next_tile;

	// Loads one tile into registers.
	auto fetch_tile = [&](const float *p) {
		next_tile = p[t];
	};

	// Prologue: load the first tile.
	int stage = 0;
	if (A < A + n)
		fetch_tile(A);

	for (const float *p = A, *end = A + n; p < end; p += 32) {
		auto &tile = tile_stages[stage];
		tile[t] = next_tile;		// one float a thread
		__syncthreads();	// all of them

		// Prefetch the next tile while this one is computed.
		if (p + 32 < end)
			fetch_tile(p + 32);
		__syncwarp(); // Keeps nvcc from sinking the loads to their stores.

		for (int i = 0; i < 32; ++i)
			sum = sum * 0.5f + tile[i ^ t];

		stage ^= 1; // The other is free: all who read it are past the barrier.
	}

	out[t] = sum;
}
