// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile changes places with itself: all reads come before all stores.

__global__ void racy(float *data, int n) {
  __shared__ float tile[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = data[y * n + x];
  __syncthreads();
  const float mine = tile[x][y];  // hazard
  tile[y][x] = mine * 2;  // hazard
  __syncthreads();
  data[y * n + x] = tile[y][x];
}

__global__ void right(float *data, int n) {
  __shared__ float tile[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = data[y * n + x];
  __syncthreads();
  const float mine = tile[x][y];
  __syncthreads();
  tile[y][x] = mine * 2;
  __syncthreads();
  data[y * n + x] = tile[y][x];
}

void run(float *data, int n) {
  racy<<<1, dim3(16, 16)>>>(data, n);
  right<<<1, dim3(16, 16)>>>(data, n);
}
