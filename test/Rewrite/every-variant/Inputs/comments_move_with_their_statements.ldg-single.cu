// Every comment ends up where its statement does, once; those of a barrier that
// goes, go.
//

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  /* What is
   * computed. */
  __shared__ float tile[32]; // one float a thread
  const int t = threadIdx.x;
  float sum = 0.0f;
  int base = 0; // start of the tile

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers, and moves base on.
  auto fetch_tile = [&] {
    // Load: zeros behind the end.
    next_tile = base + t < n ? A[base + t] /* inside */ : 0.0f;
    base += 32; /* the next tile */
  };

  // Prologue: load the first tile.
  if (n > 0)
    fetch_tile();

  // All tiles, one after
  // the other.
  for (int k = 0; k < n; k += 32) {
    tile[t] = next_tile; // coalesced
    // Publish.
    __syncthreads(); // the tile is complete

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      fetch_tile();
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    // Compute: a
    // weighted sum.
    for (int i = 0; i < 32; ++i) // all elements
      sum = sum * 0.5f + tile[i ^ t]; /* no bank conflict */

    // Protect the tile.
    __syncthreads(); // before the next store
  } // k

  // Write back.
  out[t] = sum + base;
}
