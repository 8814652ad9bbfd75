// An element of a class, or one made anew where there is none: the test stands at the
// load alone. What is converted is converted at the store, so there it stands, too.
//
// RUN: cuda-pipeline-rewrite --variant=ldg %s -o %t.cu
// RUN: FileCheck %s < %t.cu

struct Vec3 {
  double x, y, z;
};

__host__ __device__ inline Vec3 zero() {
  Vec3 v;
  v.x = v.y = v.z = 0.0;
  return v;
}

// CHECK-LABEL: void forces(
// CHECK: next_tile = j < n ? pos[j] : zero();
// CHECK: tile[threadIdx.x] = next_tile;
__global__ void forces(const Vec3 *__restrict__ pos, double *__restrict__ out,
                       int n) {
  __shared__ Vec3 tile[128];
  double sum = 0.0;
  for (int base = 0; base < n; base += 128) {
    const int j = base + threadIdx.x;
    tile[threadIdx.x] = j < n ? pos[j] : zero();
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += tile[i].x * tile[i].y + tile[i].z;
    __syncthreads();
  }
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}

// CHECK-LABEL: void converted(
// CHECK: if (j < n)
// CHECK-NEXT: next_tile = pos[j];
// CHECK: tile[threadIdx.x] = j < n ? (float)next_tile : 0.0f;
__global__ void converted(const short *__restrict__ pos,
                          float *__restrict__ out, int n) {
  __shared__ float tile[128];
  float sum = 0.0f;
  for (int base = 0; base < n; base += 128) {
    const int j = base + threadIdx.x;
    tile[threadIdx.x] = j < n ? (float)pos[j] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += tile[i] * i;
    __syncthreads();
  }
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}
