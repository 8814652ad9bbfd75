//===- cudapipe/WmmaFragment.h - nvcuda::wmma::fragment ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fragment template. Which (shape, type) pairs exist is not checked here;
// the number of elements a thread holds is exact, for user code sizes arrays
// and loops by it.
// Rule: CUDA C++ Programming Guide, "Warp Matrix Functions".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_WMMAFRAGMENT_H
#define CUDAPIPE_EMBEDDED_WMMAFRAGMENT_H
#pragma clang system_header

#include "../cuda_fp16.h"

namespace nvcuda {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
} // namespace precision

namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

// The type of x[] and the number of elements that share one.
template <typename T, int Pack = 1> struct __cudapipe_stored {
  using type = T;
  enum { pack = Pack };
};
template <typename T> struct __cudapipe_element : __cudapipe_stored<T> {};
template <>
struct __cudapipe_element<precision::tf32> : __cudapipe_stored<float> {};
template <>
struct __cudapipe_element<experimental::precision::u4>
    : __cudapipe_stored<unsigned, 8> {};
template <>
struct __cudapipe_element<experimental::precision::s4>
    : __cudapipe_stored<int, 8> {};
template <>
struct __cudapipe_element<experimental::precision::b1>
    : __cudapipe_stored<unsigned, 32> {};

// How many matrix elements a fragment spans.
template <typename Use, int m, int n, int k> struct __cudapipe_span;
template <int m, int n, int k> struct __cudapipe_span<matrix_a, m, n, k> {
  enum { size = m * k };
};
template <int m, int n, int k> struct __cudapipe_span<matrix_b, m, n, k> {
  enum { size = k * n };
};
template <int m, int n, int k> struct __cudapipe_span<accumulator, m, n, k> {
  enum { size = m * n };
};

// How many of them one thread holds: an even share, except that the operands of
// type __half always take 16.
template <typename Use, int m, int n, int k, typename T>
struct __cudapipe_share {
  enum { count = __cudapipe_span<Use, m, n, k>::size / 32 };
};
template <int m, int n, int k>
struct __cudapipe_share<matrix_a, m, n, k, __half> { enum { count = 16 }; };
template <int m, int n, int k>
struct __cudapipe_share<matrix_b, m, n, k, __half> { enum { count = 16 }; };

template <typename Use, int m, int n, int k, typename T, typename Layout = void>
class __attribute__((aligned(8))) fragment {
public:
  typedef T element_type;
  typedef typename __cudapipe_element<T>::type storage_element_type;
  enum { num_elements = __cudapipe_share<Use, m, n, k, T>::count };
  enum { num_storage_elements = num_elements / __cudapipe_element<T>::pack };
  storage_element_type x[num_storage_elements];
};

} // namespace wmma
} // namespace nvcuda

#endif // CUDAPIPE_EMBEDDED_WMMAFRAGMENT_H
