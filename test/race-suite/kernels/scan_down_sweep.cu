// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The down-sweep of a work-efficient scan starts when the up-sweep is done.

__global__ void racy(const int *in, int *out) {
  __shared__ int tree[256];
  const int t = threadIdx.x;
  tree[2 * t] = in[2 * t];
  tree[2 * t + 1] = in[2 * t + 1];
  int step = 1;
  for (int d = 128; d > 0; d /= 2) {
    __syncthreads();
    if (t < d)
      tree[step * (2 * t + 2) - 1] += tree[step * (2 * t + 1) - 1];
    step *= 2;
  }
  if (t == 0)
    tree[255] = 0;
  for (int d = 1; d < 256; d *= 2) {
    step /= 2;
    if (t < d) {
      const int left = tree[step * (2 * t + 1) - 1];  // hazard
      tree[step * (2 * t + 1) - 1] = tree[step * (2 * t + 2) - 1];  // hazard
      tree[step * (2 * t + 2) - 1] += left;  // hazard
    }
  }
  __syncthreads();
  out[2 * t] = tree[2 * t];
  out[2 * t + 1] = tree[2 * t + 1];
}

__global__ void right(const int *in, int *out) {
  __shared__ int tree[256];
  const int t = threadIdx.x;
  tree[2 * t] = in[2 * t];
  tree[2 * t + 1] = in[2 * t + 1];
  int step = 1;
  for (int d = 128; d > 0; d /= 2) {
    __syncthreads();
    if (t < d)
      tree[step * (2 * t + 2) - 1] += tree[step * (2 * t + 1) - 1];
    step *= 2;
  }
  if (t == 0)
    tree[255] = 0;
  for (int d = 1; d < 256; d *= 2) {
    step /= 2;
    __syncthreads();
    if (t < d) {
      const int left = tree[step * (2 * t + 1) - 1];
      tree[step * (2 * t + 1) - 1] = tree[step * (2 * t + 2) - 1];
      tree[step * (2 * t + 2) - 1] += left;
    }
  }
  __syncthreads();
  out[2 * t] = tree[2 * t];
  out[2 * t + 1] = tree[2 * t + 1];
}

void run(const int *in, int *out) {
  racy<<<1, 128>>>(in, out);
  right<<<1, 128>>>(in, out);
}
