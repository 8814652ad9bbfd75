// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s
// Objects, and the references that CUDA 12 removed.

texture<float, 1> line;
texture<float, 2, cudaReadModeElementType> plane;
texture<uchar4, 2, cudaReadModeNormalizedFloat> image;
surface<void, 2> target;

__global__ void kernel(cudaTextureObject_t t, cudaSurfaceObject_t s, float *p) {
  float4 pixel = tex2D(image, 1.f, 2.f);
  float f = tex2D<float>(t, 1.f, 2.f) + tex2D(plane, 1, 2) + pixel.x +
            tex1Dfetch(line, 3) + tex1Dfetch<float>(t, 3) +
            tex3D<float4>(t, 1, 2, 3).w + tex2DLod<float>(t, 1, 2, 0);
  surf2Dwrite(f, s, 4, 5);
  surf2Dread(&f, s, 3, 4);
  surf2Dwrite(f, target, 3, 4);
  p[0] = surf2Dread<float>(s, 3, 4, cudaBoundaryModeClamp) + f;
}

void bind(float *p, cudaArray_t array) {
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  cudaBindTexture(0, line, p, 64);
  cudaBindTextureToArray(plane, array, desc);
  plane.filterMode = cudaFilterModeLinear;
  plane.addressMode[0] = cudaAddressModeClamp;
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc texture_desc = {};
  cudaTextureObject_t object;
  cudaCreateTextureObject(&object, &resource, &texture_desc, 0);
}
