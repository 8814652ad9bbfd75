// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each warp leaves its ballot for all others.

__global__ void racy(const int *in, int *out) {
  __shared__ unsigned votes[4];
  const int t = threadIdx.x;
  const unsigned mine = __ballot_sync(0xffffffff, in[t] > 1);
  if (t % 32 == 0)
    votes[t / 32] = mine;  // hazard
  int before = __popc(mine & ((1u << t % 32) - 1));
  for (int w = 0; w < t / 32; ++w)
    before += __popc(votes[w]);  // hazard
  out[t] = before;
}

__global__ void right(const int *in, int *out) {
  __shared__ unsigned votes[4];
  const int t = threadIdx.x;
  const unsigned mine = __ballot_sync(0xffffffff, in[t] > 1);
  if (t % 32 == 0)
    votes[t / 32] = mine;
  __syncthreads();
  int before = __popc(mine & ((1u << t % 32) - 1));
  for (int w = 0; w < t / 32; ++w)
    before += __popc(votes[w]);
  out[t] = before;
}

void run(const int *in, int *out) {
  racy<<<1, 128>>>(in, out);
  right<<<1, 128>>>(in, out);
}
