// A fetch through a texture is a load, directly or into a temporary.
//
// RUN: %rewrite_and_run ldg,ldg-single texture
// RUN: grep -v CHECK %t.ldg.cu | FileCheck %s
// RUN: cuda-pipeline-rewrite --explain --variant=cpasync %s 2>&1 | FileCheck --check-prefix=ASYNC %s

// Sums each row of an image in blocks of 32 columns.
// CHECK-LABEL: void row_sums
// CHECK: float next_tile;
// CHECK: next_tile = tex2D<float>(image, x + threadIdx.x, y + threadIdx.y);
// CHECK: tile[threadIdx.y][threadIdx.x] = next_tile;
// ASYNC: left alone: {{.*}}: the value is fetched through a texture: it has to pass through registers [copy-not-async]
__global__ void row_sums(cudaTextureObject_t image, float *sums, int width,
                         int height) {
  __shared__ float tile[8][32];
  const int y = blockIdx.y * 8;
  float sum = 0.0f;
  for (int x = 0; x < width; x += 32) {
    tile[threadIdx.y][threadIdx.x] =
        tex2D<float>(image, x + threadIdx.x, y + threadIdx.y);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[threadIdx.y][i] * ((threadIdx.x + i) % 3);
    __syncthreads();
  }
  if (y + threadIdx.y < height)
    sums[(y + threadIdx.y) * 32 + threadIdx.x] = sum;
}

// The loop writes memory that no texture of the kernel may show.
// CHECK-LABEL: void running_sums
// CHECK: left = tex2D<float>(image, x + threadIdx.x, y + threadIdx.y);
__global__ void running_sums(cudaTextureObject_t image, float *sums, int width,
                             int height) {
  __shared__ float tile[8][32];
  const int y = blockIdx.y * 8;
  float sum = 0.0f;
  for (int x = 0; x < width; x += 32) {
    const float left = tex2D<float>(image, x + threadIdx.x, y + threadIdx.y);
    tile[threadIdx.y][threadIdx.x] = left * 2.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[threadIdx.y][i] * ((threadIdx.x + i) % 3);
    if (y + threadIdx.y < height)
      sums[(y + threadIdx.y) * 32 + threadIdx.x] = sum;
    __syncthreads();
  }
}
