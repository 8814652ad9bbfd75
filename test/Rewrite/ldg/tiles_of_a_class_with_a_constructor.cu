// A shared array of a class whose constructor would fill it. nvcc runs none, so that
// where the declaration stands in the loop, nothing is stored there in a trip. Clang
// refuses such variables: we read them as nvcc does, in templates and instances too.
//
// RUN: %rewrite_and_run ldg,ldg-single constructed
// RUN: %golden ldg

struct Vec3 {
  float x, y, z;
  __host__ __device__ constexpr Vec3(float x = 0, float y = 0, float z = 0)
      : x(x), y(y), z(z) {}
};

__global__ void in_the_loop(const Vec3 *__restrict__ A, float *__restrict__ C, int n) {
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    __shared__ Vec3 tile[64];
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i].x + tile[i].y * tile[i].z * (threadIdx.x + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

template <typename Point, int N>
__global__ void of_a_template(const Point *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ Point tile[N];
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * N + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < N; ++i)
      sum += tile[i].x + tile[i].y * tile[i].z * (threadIdx.x + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void of_a_template<Vec3, 64>(const Vec3 *, float *, int);
