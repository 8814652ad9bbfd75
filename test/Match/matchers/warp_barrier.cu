// Where threads wait for their warp.
//
// RUN: print-matches 'warpBarrier' %s > %t.found
// RUN: grep -n '// match$' %s | diff - %t.found

__device__ void syncwarp() {}

__global__ void kernel() {
  __syncwarp(); // match
  __syncwarp(0xff); // match

  syncwarp();
  __syncthreads();
}
