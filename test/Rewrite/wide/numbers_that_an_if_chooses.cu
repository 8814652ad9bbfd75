// Whatever a number comes from that another configuration chooses otherwise, wide
// copies test it: there the user's own copies are made.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --widen=auto --quiet -o %t.cu
// RUN: grep -v '^//' %t.cu | FileCheck %s
// RUN: %run_on_cpu %S/Inputs/numbers.driver.cu %s %t.cu
// RUN: %run_on_cpu %S/Inputs/numbers.driver.cu %s %t.cu -DBIG

#ifdef BIG
enum { NUMBER = 20 };
enum class Scoped : int { NUMBER = 20 };
struct Members {
  static const int NUMBER = 20;
};
namespace space {
constexpr int NUMBER = 20;
}
template <int N> struct Template {
  static constexpr int NUMBER = N + 4;
};
struct Sized {
  char bytes[20];
};
#define DERIVED 20
constexpr int Array[20] = {};
#else
enum { NUMBER = 16 };
enum class Scoped : int { NUMBER = 16 };
struct Members {
  static const int NUMBER = 16;
};
namespace space {
constexpr int NUMBER = 16;
}
template <int N> struct Template {
  static constexpr int NUMBER = N;
};
struct Sized {
  char bytes[16];
};
#define DERIVED 16
constexpr int Array[16] = {};
#endif
struct Outer {
  enum { NUMBER = DERIVED };
};

// CHECK-LABEL: of_enum(const
// CHECK: wide_copies =
// CHECK-NEXT: {{^ +}}NUMBER == 16 &&
__global__ void __launch_bounds__(64)
    of_enum(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][NUMBER];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += NUMBER) {
    for (int i = t; i < 16 * NUMBER; i += 64)
      tile[i / NUMBER][i % NUMBER] = k + i % NUMBER < K ? A[i / NUMBER * K + k + i % NUMBER] : 0;
    __syncthreads();
    for (int i = 0; i < NUMBER; ++i)
      sum += tile[t % 16][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-LABEL: of_scoped(const
// CHECK: wide_copies =
// CHECK-NEXT: {{^ +}}int(Scoped::NUMBER) == 16 &&
__global__ void __launch_bounds__(64)
    of_scoped(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][int(Scoped::NUMBER)];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += int(Scoped::NUMBER)) {
    for (int i = t; i < 16 * int(Scoped::NUMBER); i += 64)
      tile[i / int(Scoped::NUMBER)][i % int(Scoped::NUMBER)] = k + i % int(Scoped::NUMBER) < K ? A[i / int(Scoped::NUMBER) * K + k + i % int(Scoped::NUMBER)] : 0;
    __syncthreads();
    for (int i = 0; i < int(Scoped::NUMBER); ++i)
      sum += tile[t % 16][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-LABEL: of_member(const
// CHECK: wide_copies =
// CHECK-NEXT: {{^ +}}Members::NUMBER == 16 &&
__global__ void __launch_bounds__(64)
    of_member(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][Members::NUMBER];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += Members::NUMBER) {
    for (int i = t; i < 16 * Members::NUMBER; i += 64)
      tile[i / Members::NUMBER][i % Members::NUMBER] = k + i % Members::NUMBER < K ? A[i / Members::NUMBER * K + k + i % Members::NUMBER] : 0;
    __syncthreads();
    for (int i = 0; i < Members::NUMBER; ++i)
      sum += tile[t % 16][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-LABEL: of_space(const
// CHECK: wide_copies =
// CHECK-NEXT: {{^ +}}space::NUMBER == 16 &&
__global__ void __launch_bounds__(64)
    of_space(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][space::NUMBER];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += space::NUMBER) {
    for (int i = t; i < 16 * space::NUMBER; i += 64)
      tile[i / space::NUMBER][i % space::NUMBER] = k + i % space::NUMBER < K ? A[i / space::NUMBER * K + k + i % space::NUMBER] : 0;
    __syncthreads();
    for (int i = 0; i < space::NUMBER; ++i)
      sum += tile[t % 16][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-LABEL: of_template(const
// CHECK: wide_copies =
// CHECK-NEXT: {{^ +}}Template<16>::NUMBER == 16 &&
__global__ void __launch_bounds__(64)
    of_template(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][Template<16>::NUMBER];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += Template<16>::NUMBER) {
    for (int i = t; i < 16 * Template<16>::NUMBER; i += 64)
      tile[i / Template<16>::NUMBER][i % Template<16>::NUMBER] = k + i % Template<16>::NUMBER < K ? A[i / Template<16>::NUMBER * K + k + i % Template<16>::NUMBER] : 0;
    __syncthreads();
    for (int i = 0; i < Template<16>::NUMBER; ++i)
      sum += tile[t % 16][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-LABEL: of_size(const
// CHECK: wide_copies =
// CHECK-NEXT: {{^ +}}sizeof(Sized) == 16 &&
__global__ void __launch_bounds__(64)
    of_size(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][int(sizeof(Sized))];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += int(sizeof(Sized))) {
    for (int i = t; i < 16 * int(sizeof(Sized)); i += 64)
      tile[i / int(sizeof(Sized))][i % int(sizeof(Sized))] = k + i % int(sizeof(Sized)) < K ? A[i / int(sizeof(Sized)) * K + k + i % int(sizeof(Sized))] : 0;
    __syncthreads();
    for (int i = 0; i < int(sizeof(Sized)); ++i)
      sum += tile[t % 16][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-LABEL: of_macro(const
// CHECK: wide_copies =
// CHECK-NEXT: {{^ +}}DERIVED == 16 &&
__global__ void __launch_bounds__(64)
    of_macro(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][Outer::NUMBER];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += Outer::NUMBER) {
    for (int i = t; i < 16 * Outer::NUMBER; i += 64)
      tile[i / Outer::NUMBER][i % Outer::NUMBER] = k + i % Outer::NUMBER < K ? A[i / Outer::NUMBER * K + k + i % Outer::NUMBER] : 0;
    __syncthreads();
    for (int i = 0; i < Outer::NUMBER; ++i)
      sum += tile[t % 16][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-LABEL: of_array(const
// CHECK: wide_copies =
// CHECK-NEXT: {{^ +}}sizeof(Array) == 64 &&
__global__ void __launch_bounds__(64)
    of_array(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][int(sizeof(Array) / sizeof(int))];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += int(sizeof(Array) / sizeof(int))) {
    for (int i = t; i < 16 * int(sizeof(Array) / sizeof(int)); i += 64)
      tile[i / int(sizeof(Array) / sizeof(int))][i % int(sizeof(Array) / sizeof(int))] = k + i % int(sizeof(Array) / sizeof(int)) < K ? A[i / int(sizeof(Array) / sizeof(int)) * K + k + i % int(sizeof(Array) / sizeof(int))] : 0;
    __syncthreads();
    for (int i = 0; i < int(sizeof(Array) / sizeof(int)); ++i)
      sum += tile[t % 16][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}
