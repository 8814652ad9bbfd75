// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile is stored by rows and read by columns.

__global__ void racy(const float *in, float *out, int n) {
  __shared__ float tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * n + x];  // hazard
  const int tx = blockIdx.y * 32 + threadIdx.x, ty = blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    out[(ty + i) * n + tx] = tile[threadIdx.x][threadIdx.y + i];  // hazard
}

__global__ void right(const float *in, float *out, int n) {
  __shared__ float tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * n + x];
  __syncthreads();
  const int tx = blockIdx.y * 32 + threadIdx.x, ty = blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    out[(ty + i) * n + tx] = tile[threadIdx.x][threadIdx.y + i];
}

void run(const float *in, float *out, int n) {
  racy<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(in, out, n);
  right<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(in, out, n);
}
