// A shared variable of a class that is only declared, as where its header is missing, is an
// error, and no crash.
//
// RUN: not cuda-pipeline-rewrite --explain %s 2>&1 | FileCheck %s
//
// CHECK: 'k' was not read: variable has incomplete type 'Missing'
// CHECK-NOT: internal error

struct Missing;

template <typename T> __global__ void k(T *out) {
  __shared__ Missing objects[2];
  for (int i = 0; i < 4; ++i) {
    __syncthreads();
    out[i] = 0;
  }
}
