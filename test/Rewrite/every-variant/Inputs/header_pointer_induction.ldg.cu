// The loop variable is the pointer itself.
//

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
	__shared__ float tile_stages[2][32];
	int t = threadIdx.x;
	float sum = 0.0f;

	// The next tile, on its way to shared memory.
	float tile_reg;

	// Loads one tile into registers.
	auto fetch_tile = [&](const float *p) {
		tile_reg = p[t];		// one float a thread
	};

	// Stores the loaded tile to shared memory.
	auto store_tile = [&](int stage) {
		auto &tile = tile_stages[stage];
		tile[t] = tile_reg;
	};

	// Prologue: the first tile into stage 0.
	int stage = 0;
	{
		const float *p = A, *end = A + n;
		if (p < end) {
			fetch_tile(p);
			store_tile(stage);
		}
	}

	// Main loop. Its last trip, with no tile left to load, is the epilogue.
	for (const float *p = A, *end = A + n; p < end; p += 32) {
		__syncthreads();	// all of them

		// The next tile travels while this one is computed.
		const float *const p_next = p + 32;
		const bool has_next = p_next < end;
		if (has_next)
			fetch_tile(p_next);
		__syncwarp(); // Keeps the loads in front of the math.

		auto &tile = tile_stages[stage];

		for (int i = 0; i < 32; ++i)
			sum = sum * 0.5f + tile[i ^ t];

		if (has_next)
			store_tile(stage ^ 1);
		stage ^= 1;
	}

	out[t] = sum;
}
