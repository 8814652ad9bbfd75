// `auto` stands for an alias, which is another type in another build: what is kept of the next tile
// is declared by the alias, and the result compiles there, too.
//
// RUN: cuda-pipeline-rewrite --variant=ldg -o %t.cu %s
// RUN: FileCheck %s --input-file=%t.cu
// RUN: cuda-pipeline-rewrite --variant=ldg -o %t.2.cu %s -- -DDOUBLE
// RUN: grep -v '^//' %t.cu > %t.text
// RUN: grep -v '^//' %t.2.cu | diff - %t.text
// RUN: %clang_cuda -include %source_root/lib/Frontend/EmbeddedHeaders/__cudapipe_cuda_runtime.h -nocudainc \
// RUN:   -I%source_root/lib/Frontend/EmbeddedHeaders -DDOUBLE %t.cu

#ifdef DOUBLE
#define REAL double
#else
#define REAL float
#endif

template <typename T>
struct Four {
  T x, y, z, w;
};

namespace type {
using real = REAL;
using position = Four<real>;
} // namespace type

// CHECK: KERNEL(objects)
// CHECK: type::position next;
// CHECK: KERNEL(numbers)
// CHECK: type::real one;
#define KERNEL(name) __global__ void name

KERNEL(objects)(const type::position *__restrict__ from, type::real *__restrict__ to, int n) {
  __shared__ type::position tile[64];
  type::real sum = 0;
  for (int k = 0; k < n; k += 64) {
    const auto next = from[k + threadIdx.x];
    __syncthreads();
    tile[threadIdx.x] = next;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i].x * tile[i].w;
  }
  to[threadIdx.x] = sum;
}

KERNEL(numbers)(const type::real *__restrict__ from, type::real *__restrict__ to, int n) {
  __shared__ type::real tile[64];
  type::real sum = 0;
  for (int k = 0; k < n; k += 64) {
    const auto one = from[k + threadIdx.x];
    __syncthreads();
    tile[threadIdx.x] = one;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
  }
  to[threadIdx.x] = sum;
}
