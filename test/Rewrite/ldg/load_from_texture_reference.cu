// A texture reference, which CUDA 12 removed, is a name: the fetch is the load.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --warnings-as-errors %s -o %t.ldg.cu
// RUN: cuda-pipeline-rewrite --variant=ldg-single --warnings-as-errors %s -o %t.single.cu
// RUN: %run_on_cpu %S/../Inputs/texture.driver.cu %s %t.ldg.cu -DREFERENCE
// RUN: %run_on_cpu %S/../Inputs/texture.driver.cu %s %t.single.cu -DREFERENCE
// RUN: grep -v CHECK %t.ldg.cu | FileCheck %s

texture<float, 2, cudaReadModeElementType> image_reference;

// CHECK: float next_tile;
// CHECK: next_tile = tex2D(image_reference, x + threadIdx.x, y + threadIdx.y);
__global__ void reference_sums(float *sums, int width, int height) {
  __shared__ float tile[8][32];
  const int y = blockIdx.y * 8;
  float sum = 0.0f;
  for (int x = 0; x < width; x += 32) {
    tile[threadIdx.y][threadIdx.x] =
        tex2D(image_reference, x + threadIdx.x, y + threadIdx.y);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[threadIdx.y][i] * ((threadIdx.x + i) % 3);
    __syncthreads();
  }
  if (y + threadIdx.y < height)
    sums[(y + threadIdx.y) * 32 + threadIdx.x] = sum;
}
