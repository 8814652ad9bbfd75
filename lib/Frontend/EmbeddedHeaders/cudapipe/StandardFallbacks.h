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

#define __CUDAPIPE_TRANSFORM(NAME, BUILTIN)                                    \
  template <typename T> struct NAME { using type = BUILTIN(T); };              \
  template <typename T> using NAME##_t = BUILTIN(T);
__CUDAPIPE_TRANSFORM(remove_reference, __remove_reference_t)
__CUDAPIPE_TRANSFORM(remove_cv, __remove_cv)
__CUDAPIPE_TRANSFORM(remove_const, __remove_const)
__CUDAPIPE_TRANSFORM(remove_volatile, __remove_volatile)
__CUDAPIPE_TRANSFORM(remove_pointer, __remove_pointer)
__CUDAPIPE_TRANSFORM(decay, __decay)
__CUDAPIPE_TRANSFORM(make_signed, __make_signed)
__CUDAPIPE_TRANSFORM(make_unsigned, __make_unsigned)
__CUDAPIPE_TRANSFORM(underlying_type, __underlying_type)
#undef __CUDAPIPE_TRANSFORM

template <typename T> T &&declval() noexcept;
template <typename... T> struct common_type {};
template <typename T> struct common_type<T> : decay<T> {};
template <typename T, typename U>
struct common_type<T, U> : decay<decltype(true ? __cudapipe_std::declval<T>()
                                               : __cudapipe_std::declval<U>())> {
};
template <typename T, typename U, typename V, typename... W>
struct common_type<T, U, V, W...>
    : common_type<typename common_type<T, U>::type, V, W...> {};
template <typename... T>
using common_type_t = typename common_type<T...>::type;

template <typename T, typename U>
struct is_same : integral_constant<bool, __is_same(T, U)> {};
#if __cplusplus >= 201703L
template <typename T, typename U>
inline constexpr bool is_same_v = __is_same(T, U);
#define __CUDAPIPE_TRAIT_VALUE(NAME)                                           \
  template <typename T> inline constexpr bool NAME##_v = __##NAME(T);
#else
#define __CUDAPIPE_TRAIT_VALUE(NAME)
#endif
#define __CUDAPIPE_TRAIT(NAME)                                                 \
  template <typename T> struct NAME : integral_constant<bool, __##NAME(T)> {}; \
  __CUDAPIPE_TRAIT_VALUE(NAME)
__CUDAPIPE_TRAIT(is_integral)
__CUDAPIPE_TRAIT(is_floating_point)
__CUDAPIPE_TRAIT(is_arithmetic)
__CUDAPIPE_TRAIT(is_signed)
__CUDAPIPE_TRAIT(is_unsigned)
__CUDAPIPE_TRAIT(is_pointer)
__CUDAPIPE_TRAIT(is_void)
__CUDAPIPE_TRAIT(is_enum)
__CUDAPIPE_TRAIT(is_class)
__CUDAPIPE_TRAIT(is_const)
__CUDAPIPE_TRAIT(is_trivially_copyable)
#undef __CUDAPIPE_TRAIT
#undef __CUDAPIPE_TRAIT_VALUE

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
