// `&` of an element calls a function of the user: member, inherited, a template's,
// a friend, or beside the class. The copies take the addresses without it.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single scan
// RUN: cuda-pipeline-rewrite --variant=cpasync --widen=none -o - %s | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=cpasync --assume-aligned=16 -o - %s | FileCheck %s --check-prefix=WIDE

__device__ float elsewhere[64];

struct Member {
  float v;
  __device__ float *operator&() { return elsewhere; }
  __device__ const float *operator&() const { return elsewhere; }
};
struct Base {
  __device__ float *operator&() { return elsewhere; }
};
struct Inherits : Base {
  float v;
};
template <typename T> struct Holds {
  T v;
  __device__ T *operator&() { return nullptr; }
};
struct Befriends {
  float v;
  friend __device__ float *operator&(Befriends &) { return elsewhere; }
};
namespace beside {
struct Cell {
  float v;
};
__device__ float *operator&(Cell &) { return elsewhere; }
} // namespace beside
struct Binary {
  float v;
  __device__ float operator&(float x) const { return v * x; }
};

// CHECK-LABEL: void scan(
// CHECK: __pipeline_memcpy_async(__builtin_addressof(tile[t]),
__global__ void scan(const float *__restrict__ A, float *__restrict__ sums, int n) {
  __shared__ Member tile[32];
  const auto *cells = reinterpret_cast<const Member *>(A);
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 32) {
    tile[t] = cells[min(k + t, n - 1)];
    __syncthreads();

    for (int i = 0; i <= t && k + i < n; ++i)
      sum += tile[i].v;
    if (k + t < n)
      sums[k + t] = sum;
    for (int i = t + 1; i < 32 && k + i < n; ++i)
      sum += tile[i].v;
    __syncthreads();
  }
}

// CHECK-LABEL: void inherited(
// CHECK: __pipeline_memcpy_async(__builtin_addressof(tile[t]),
// WIDE-LABEL: void inherited(
// WIDE: __pipeline_memcpy_async(__builtin_addressof(tile[{{.*}}]),
__global__ void inherited(const float *__restrict__ A, float *__restrict__ sums, int n) {
  __shared__ Inherits tile[32];
  const auto *cells = reinterpret_cast<const Inherits *>(A);
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 32) {
    tile[t] = cells[k + t];
    __syncthreads();

    for (int i = 0; i <= t && k + i < n; ++i)
      sum += tile[i].v;
    if (k + t < n)
      sums[k + t] = sum;
    for (int i = t + 1; i < 32 && k + i < n; ++i)
      sum += tile[i].v;
    __syncthreads();
  }
}

// CHECK-LABEL: void of_a_template(
// CHECK: __pipeline_memcpy_async(__builtin_addressof(tile[t]),
// WIDE-LABEL: void of_a_template(
// WIDE: __pipeline_memcpy_async(__builtin_addressof(tile[{{.*}}]),
__global__ void of_a_template(const float *__restrict__ A, float *__restrict__ sums, int n) {
  __shared__ Holds<float> tile[32];
  const auto *cells = reinterpret_cast<const Holds<float> *>(A);
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 32) {
    tile[t] = cells[k + t];
    __syncthreads();

    for (int i = 0; i <= t && k + i < n; ++i)
      sum += tile[i].v;
    if (k + t < n)
      sums[k + t] = sum;
    for (int i = t + 1; i < 32 && k + i < n; ++i)
      sum += tile[i].v;
    __syncthreads();
  }
}

// CHECK-LABEL: void of_a_friend(
// CHECK: __pipeline_memcpy_async(__builtin_addressof(tile[t]),
// WIDE-LABEL: void of_a_friend(
// WIDE: __pipeline_memcpy_async(__builtin_addressof(tile[{{.*}}]),
__global__ void of_a_friend(const float *__restrict__ A, float *__restrict__ sums, int n) {
  __shared__ Befriends tile[32];
  const auto *cells = reinterpret_cast<const Befriends *>(A);
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 32) {
    tile[t] = cells[k + t];
    __syncthreads();

    for (int i = 0; i <= t && k + i < n; ++i)
      sum += tile[i].v;
    if (k + t < n)
      sums[k + t] = sum;
    for (int i = t + 1; i < 32 && k + i < n; ++i)
      sum += tile[i].v;
    __syncthreads();
  }
}

// CHECK-LABEL: void beside_the_class(
// CHECK: __pipeline_memcpy_async(__builtin_addressof(tile[t]),
// WIDE-LABEL: void beside_the_class(
// WIDE: __pipeline_memcpy_async(__builtin_addressof(tile[{{.*}}]),
__global__ void beside_the_class(const float *__restrict__ A, float *__restrict__ sums, int n) {
  __shared__ beside::Cell tile[32];
  const auto *cells = reinterpret_cast<const beside::Cell *>(A);
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 32) {
    tile[t] = cells[k + t];
    __syncthreads();

    for (int i = 0; i <= t && k + i < n; ++i)
      sum += tile[i].v;
    if (k + t < n)
      sums[k + t] = sum;
    for (int i = t + 1; i < 32 && k + i < n; ++i)
      sum += tile[i].v;
    __syncthreads();
  }
}

// CHECK-LABEL: void of_two_operands(
// CHECK: __pipeline_memcpy_async(&tile[t],
// WIDE-LABEL: void of_two_operands(
// WIDE: __pipeline_memcpy_async(&tile[{{.*}}], &cells[
__global__ void of_two_operands(const float *__restrict__ A, float *__restrict__ sums, int n) {
  __shared__ Binary tile[32];
  const auto *cells = reinterpret_cast<const Binary *>(A);
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 32) {
    tile[t] = cells[k + t];
    __syncthreads();

    for (int i = 0; i <= t && k + i < n; ++i)
      sum += tile[i].v;
    if (k + t < n)
      sums[k + t] = sum;
    for (int i = t + 1; i < 32 && k + i < n; ++i)
      sum += tile[i].v;
    __syncthreads();
  }
}
