//===- StandardFallbacks.h - Pieces of std that nvcc brings along ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With nvcc, cuda_runtime.h includes <utility> and <cmath>, so code uses
// std::forward, std::min or std::is_same with no include of its own. Reading
// those headers would treble the time of an empty file. Here the names live in
// a namespace that std only *uses*: std::move finds std's own member first when
// the real header has been read, and this one otherwise. The enable_if
// attributes break the tie for unqualified calls under `using namespace std`;
// two of them, because Clang's own <algorithm> wrapper has one.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_STANDARDFALLBACKS_H
#define CUDAPIPE_EMBEDDED_STANDARDFALLBACKS_H
#pragma clang system_header

namespace __cudapipe_std {

#define __CUDAPIPE_FALLBACK                                                    \
  __attribute__((enable_if(true, ""), enable_if(true, "")))

template <typename T, T V> struct integral_constant {
  static constexpr T value = V;
  constexpr operator T() const { return V; }
};
typedef integral_constant<bool, true> true_type;
typedef integral_constant<bool, false> false_type;

template <bool, typename T = void> struct enable_if {};
template <typename T> struct enable_if<true, T> { using type = T; };
template <bool B, typename T = void>
using enable_if_t = typename enable_if<B, T>::type;

template <bool, typename T, typename F> struct conditional { using type = T; };
template <typename T, typename F> struct conditional<false, T, F> {
  using type = F;
};
template <bool B, typename T, typename F>
using conditional_t = typename conditional<B, T, F>::type;

template <typename T> struct remove_reference {
  using type = __remove_reference_t(T);
};
template <typename T> struct remove_cv { using type = __remove_cv(T); };
template <typename T> using remove_cv_t = __remove_cv(T);

template <typename T, typename U>
struct is_same : integral_constant<bool, __is_same(T, U)> {};
template <typename T>
struct is_integral : integral_constant<bool, __is_integral(T)> {};
template <typename T>
struct is_floating_point : integral_constant<bool, __is_floating_point(T)> {};
#if __cplusplus >= 201703L
template <typename T, typename U>
inline constexpr bool is_same_v = __is_same(T, U);
template <typename T> inline constexpr bool is_integral_v = __is_integral(T);
#endif

template <typename T>
constexpr T &&forward(__remove_reference_t(T) & value) noexcept
    __CUDAPIPE_FALLBACK {
  return static_cast<T &&>(value);
}
template <typename T>
constexpr __remove_reference_t(T) && move(T &&value) noexcept
    __CUDAPIPE_FALLBACK {
  return static_cast<__remove_reference_t(T) &&>(value);
}
template <typename T>
constexpr const T &min(const T &a, const T &b) __CUDAPIPE_FALLBACK {
  return b < a ? b : a;
}
template <typename T>
constexpr const T &max(const T &a, const T &b) __CUDAPIPE_FALLBACK {
  return a < b ? b : a;
}
template <typename T>
__CUDAPIPE_HD void swap(T &a, T &b) __CUDAPIPE_FALLBACK;

#undef __CUDAPIPE_FALLBACK

} // namespace __cudapipe_std

namespace std {
using namespace __cudapipe_std;
} // namespace std

#endif // CUDAPIPE_EMBEDDED_STANDARDFALLBACKS_H
