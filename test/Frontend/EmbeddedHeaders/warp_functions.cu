// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s
// Shuffles, votes, matches, reductions.

__global__ void kernel(int *i, float *f, double *d, unsigned long long *u) {
  const unsigned all = 0xffffffffu;
  i[0] = __shfl_sync(all, i[1], 0) + __shfl_up_sync(all, i[1], 1, 16);
  f[0] = __shfl_down_sync(all, f[1], 16) + __shfl_xor_sync(all, f[1], 8);
  d[0] = __shfl_xor_sync(all, d[1], 4);
  u[0] = __shfl_sync(all, u[1], threadIdx.x & 31);
  if (__any_sync(all, i[0]) && __all_sync(all, i[1]))
    i[2] = __popc(__ballot_sync(all, i[0] > 0)) + __activemask();
  i[3] = __reduce_add_sync(all, i[4]) + __reduce_max_sync(all, 3u);
  i[4] = __match_any_sync(all, i[5]);
  __syncwarp();
  i[5] = __syncthreads_count(i[0]) + __syncthreads_or(i[1]);
}
