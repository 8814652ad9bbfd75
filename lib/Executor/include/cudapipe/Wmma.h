//===- Wmma.h - Warp matrix fragments ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lane l holds the elements l*N .. l*N+N-1 of its matrix in row order, where N
// is num_elements as in CUDA (half operands are held twice, as there).  Each
// lane loads and stores its own part, so that the memory checks see who does
// what; mma_sync meets the warp and sums in the order of k, in the type of the
// accumulator's arithmetic.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_WMMA_H
#define CUDAPIPE_EXECUTOR_WMMA_H

#include "Half.h"
#include "Runtime.h"

#include <cstdint>
#include <type_traits>

namespace nvcuda::wmma {

struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32 {};
} // namespace precision

namespace detail {

template <typename T> struct Storage {
  using type = T;
};
template <> struct Storage<precision::tf32> {
  using type = float;
};

/// The shape of the matrix that a fragment is a part of.
template <typename Use, int M, int N, int K> struct Shape;
template <int M, int N, int K> struct Shape<matrix_a, M, N, K> {
  static constexpr int Rows = M, Columns = K;
};
template <int M, int N, int K> struct Shape<matrix_b, M, N, K> {
  static constexpr int Rows = K, Columns = N;
};
template <int M, int N, int K> struct Shape<accumulator, M, N, K> {
  static constexpr int Rows = M, Columns = N;
};

/// What one multiplication works on.
template <typename T> inline float operand(T V) { return V; }
template <> inline float operand<float>(float V) { // tf32 drops the low bits.
  return __builtin_bit_cast(float, __builtin_bit_cast(uint32_t, V) & ~0x1fffu);
}
inline double operand(double V) { return V; }
inline int operand(signed char V) { return V; }
inline int operand(unsigned char V) { return V; }

inline void meetWarp(const char *Name) {
  cudapipe::executor::warpCollective(Name, 0xffffffffu, &Name,
                                     [](void *const[32]) {});
}

inline void checkPointer(const void *Pointer, size_t StrideBytes) {
  if (reinterpret_cast<uintptr_t>(Pointer) % 16 || StrideBytes % 16)
    cudapipe::executor::misuse(
        "wmma: pointer and leading dimension must be multiples of 16 bytes",
        Pointer);
}

} // namespace detail

template <typename Use, int M, int N, int K, typename T, typename Layout = void>
struct fragment {
  using element_type = T;
  using storage_element_type = typename detail::Storage<T>::type;
  using Shape = detail::Shape<Use, M, N, K>;
  static constexpr int Total = Shape::Rows * Shape::Columns;
  static constexpr bool HeldTwice =
      std::is_same<T, __half>::value && !std::is_same<Use, accumulator>::value;
  static constexpr int num_elements = HeldTwice ? 16 : Total / 32;
  static constexpr int num_storage_elements = num_elements;

  storage_element_type x[num_elements];

  /// Where in the matrix, in row order, element \p I of this lane is.
  static int position(int I) {
    int Lane = static_cast<int>(cudapipe::executor::linearThread() % 32);
    return (Lane * num_elements + I) % Total;
  }
};

template <typename Use, int M, int N, int K, typename T, typename L, typename V>
inline void fill_fragment(fragment<Use, M, N, K, T, L> &F, V Value) {
  for (auto &Element : F.x)
    Element = static_cast<
        typename fragment<Use, M, N, K, T, L>::storage_element_type>(Value);
}

namespace detail {
template <typename Fragment, typename T>
inline void load(Fragment &F, const T *From, unsigned Stride, bool RowMajor) {
  checkPointer(From, Stride * sizeof(T));
  meetWarp("wmma load");
  for (int I = 0; I < Fragment::num_elements; ++I) {
    int Position = Fragment::position(I);
    int Row = Position / Fragment::Shape::Columns;
    int Column = Position % Fragment::Shape::Columns;
    F.x[I] = RowMajor ? From[size_t(Row) * Stride + Column]
                      : From[size_t(Column) * Stride + Row];
  }
}
} // namespace detail

template <typename Use, int M, int N, int K, typename T, typename Layout,
          typename U>
inline void load_matrix_sync(fragment<Use, M, N, K, T, Layout> &F,
                             const U *From, unsigned Stride) {
  static_assert(!std::is_void<Layout>::value, "accumulators name a layout");
  detail::load(F, From, Stride, std::is_same<Layout, row_major>::value);
}
template <int M, int N, int K, typename T, typename U>
inline void load_matrix_sync(fragment<accumulator, M, N, K, T> &F,
                             const U *From, unsigned Stride, layout_t Layout) {
  detail::load(F, From, Stride, Layout == mem_row_major);
}

template <int M, int N, int K, typename T, typename U>
inline void store_matrix_sync(U *To, const fragment<accumulator, M, N, K, T> &F,
                              unsigned Stride, layout_t Layout) {
  using Fragment = fragment<accumulator, M, N, K, T>;
  detail::checkPointer(To, Stride * sizeof(U));
  detail::meetWarp("wmma store");
  for (int I = 0; I < Fragment::num_elements; ++I) {
    int Position = Fragment::position(I);
    int Row = Position / N, Column = Position % N;
    To[Layout == mem_row_major ? size_t(Row) * Stride + Column
                               : size_t(Column) * Stride + Row] = F.x[I];
  }
}

namespace detail {

/// One lane's part in an mma_sync.
template <typename D, typename A, typename B, typename C> struct MmaPayload {
  D *Result;
  const A *Left;
  const B *Right;
  const C *Addend;
};

template <int M, int N, int K, typename D, typename A, typename B, typename C>
void multiply(void *const Lanes[32]) {
  using Payload = MmaPayload<D, A, B, C>;
  auto Lane = [&](int I) -> const Payload & {
    if (!Lanes[I])
      cudapipe::executor::unsupported("mma_sync in a warp with missing lanes");
    return *static_cast<const Payload *>(Lanes[I]);
  };
  auto Left = [&](int Position) {
    return operand(
        Lane(Position / A::num_elements).Left->x[Position % A::num_elements]);
  };
  auto Right = [&](int Position) {
    return operand(
        Lane(Position / B::num_elements).Right->x[Position % B::num_elements]);
  };
  using Product = decltype(Left(0) * Right(0));
  Product LeftAll[M * K], RightAll[K * N];
  for (int I = 0; I < M * K; ++I)
    LeftAll[I] = Left(I);
  for (int I = 0; I < K * N; ++I)
    RightAll[I] = Right(I);
  // The result may be the addend: read each element before writing it.
  for (int Row = 0; Row < M; ++Row)
    for (int Column = 0; Column < N; ++Column) {
      int Position = Row * N + Column;
      int Holder = Position / D::num_elements;
      int Element = Position % D::num_elements;
      Product Sum = static_cast<Product>(Lane(Holder).Addend->x[Element]);
      for (int I = 0; I < K; ++I)
        Sum += LeftAll[Row * K + I] * RightAll[I * N + Column];
      Lane(Holder).Result->x[Element] =
          static_cast<typename D::storage_element_type>(Sum);
    }
}

} // namespace detail

template <int M, int N, int K, typename TD, typename TA, typename LA,
          typename TB, typename LB, typename TC>
inline void mma_sync(fragment<accumulator, M, N, K, TD> &Result,
                     const fragment<matrix_a, M, N, K, TA, LA> &Left,
                     const fragment<matrix_b, M, N, K, TB, LB> &Right,
                     const fragment<accumulator, M, N, K, TC> &Addend,
                     bool Saturate = false) {
  if (Saturate)
    cudapipe::executor::unsupported("mma_sync with saturation");
  using D = fragment<accumulator, M, N, K, TD>;
  using A = fragment<matrix_a, M, N, K, TA, LA>;
  using B = fragment<matrix_b, M, N, K, TB, LB>;
  using C = fragment<accumulator, M, N, K, TC>;
  detail::MmaPayload<D, A, B, C> Payload{&Result, &Left, &Right, &Addend};
  cudapipe::executor::warpCollective("mma_sync", 0xffffffffu, &Payload,
                                     detail::multiply<M, N, K, D, A, B, C>);
}

/// Rounds to nearest, ties away from zero, as cvt.rna.tf32 does.
inline float __float_to_tf32(float V) {
  if (!std::isfinite(V))
    return V;
  return __builtin_bit_cast(float, (__builtin_bit_cast(uint32_t, V) + 0x1000u) &
                                       ~0x1fffu);
}

} // namespace nvcuda::wmma

#endif
