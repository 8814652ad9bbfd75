// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s
// Triple chevrons and the launch functions.

__global__ void kernel(float *p, int n) {}
template <int N> __global__ void templated(float *p) {}

void launch(float *p, cudaStream_t stream) {
  kernel<<<dim3(1, 2), 256, 1024, stream>>>(p, 3);
  templated<4><<<1, 32>>>(p);
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 99);
  cudaFuncSetAttribute((const void *)templated<4>,
                       cudaFuncAttributePreferredSharedMemoryCarveout,
                       cudaSharedmemCarveoutMaxShared);
  void *arguments[] = {&p};
  cudaLaunchKernel((const void *)templated<1>, dim3(1), dim3(1), arguments, 0,
                   stream);
  cudaLaunchCooperativeKernel((void *)kernel, 1, 2, arguments);
  cudaLaunchConfig_t config = {};
  cudaLaunchAttribute attributes[1];
  attributes[0].id = cudaLaunchAttributeClusterDimension;
  attributes[0].val.clusterDim.x = 2;
  config.gridDim = 3;
  config.attrs = attributes;
  cudaLaunchKernelEx(&config, templated<2>, p);
  int blocks;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 128, 0);
}
