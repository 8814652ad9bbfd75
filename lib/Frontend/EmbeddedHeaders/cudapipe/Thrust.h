//===- cudapipe/Thrust.h - Thrust, for hosts --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Enough for hosts to parse. Rule: Thrust documentation.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUDAPIPE_THRUST_H
#define CUDAPIPE_EMBEDDED_CUDAPIPE_THRUST_H
#pragma clang system_header

#include "../thrust/complex.h"
#include "../thrust/functional.h"
#include "../thrust/pair.h"
#include "../thrust/tuple.h"

namespace thrust {

template <typename T> struct device_ptr {
  using value_type = T;
  __CUDAPIPE_HD device_ptr();
  __CUDAPIPE_HD explicit device_ptr(T *);
  template <typename U> __CUDAPIPE_HD device_ptr(const device_ptr<U> &);
  __CUDAPIPE_HD T *get() const;
  __CUDAPIPE_HD T &operator*() const;
  __CUDAPIPE_HD T &operator[](long) const;
  __CUDAPIPE_HD device_ptr operator+(long) const;
  __CUDAPIPE_HD device_ptr operator-(long) const;
  __CUDAPIPE_HD long operator-(const device_ptr &) const;
};
template <typename T> T *raw_pointer_cast(const device_ptr<T> &);
template <typename T> T *raw_pointer_cast(T *);
template <typename T> device_ptr<T> device_pointer_cast(T *);
template <typename T> device_ptr<T> device_malloc(unsigned long);
template <typename T> void device_free(const device_ptr<T> &);

template <typename T> struct host_ptr {
  using value_type = T;
  T *raw;
  operator T *() const;
};

#define __CUDAPIPE_THRUST_VECTOR(NAME, POINTER)                                \
  template <typename T, typename Allocator = void> struct NAME {               \
    using value_type = T;                                                      \
    using iterator = POINTER<T>;                                               \
    using const_iterator = POINTER<const T>;                                   \
    using pointer = POINTER<T>;                                                \
    NAME();                                                                    \
    template <typename... A> NAME(A &&...);                                    \
    template <typename U> NAME &operator=(const U &);                          \
    iterator begin() const;                                                    \
    iterator end() const;                                                      \
    pointer data() const;                                                      \
    T &operator[](unsigned long) const;                                        \
    T &front() const;                                                          \
    T &back() const;                                                           \
    unsigned long size() const;                                                \
    unsigned long capacity() const;                                            \
    bool empty() const;                                                        \
    void clear();                                                              \
    void shrink_to_fit();                                                      \
    void push_back(const T &);                                                 \
    template <typename... A> void resize(A &&...);                             \
    template <typename... A> void reserve(A &&...);                            \
    template <typename... A> void assign(A &&...);                             \
    template <typename... A> void insert(A &&...);                             \
    template <typename... A> void erase(A &&...);                              \
    template <typename U> void swap(U &&);                                     \
  };
__CUDAPIPE_THRUST_VECTOR(device_vector, device_ptr)
__CUDAPIPE_THRUST_VECTOR(universal_vector, device_ptr)
__CUDAPIPE_THRUST_VECTOR(host_vector, host_ptr)
#undef __CUDAPIPE_THRUST_VECTOR

/// What an algorithm gives.
struct __cudapipe_result {
  template <typename T> operator T() const;
  __cudapipe_result operator-(const __cudapipe_result &) const;
  template <typename T> __cudapipe_result operator-(const T &) const;
};
#define __CUDAPIPE_THRUST_CALL(NAME)                                           \
  template <typename... A> __CUDAPIPE_HD __cudapipe_result NAME(A &&...);
__CUDAPIPE_THRUST_CALL(adjacent_difference)
__CUDAPIPE_THRUST_CALL(all_of)
__CUDAPIPE_THRUST_CALL(any_of)
__CUDAPIPE_THRUST_CALL(binary_search)
__CUDAPIPE_THRUST_CALL(copy)
__CUDAPIPE_THRUST_CALL(copy_if)
__CUDAPIPE_THRUST_CALL(copy_n)
__CUDAPIPE_THRUST_CALL(count)
__CUDAPIPE_THRUST_CALL(count_if)
__CUDAPIPE_THRUST_CALL(equal)
__CUDAPIPE_THRUST_CALL(equal_range)
__CUDAPIPE_THRUST_CALL(exclusive_scan)
__CUDAPIPE_THRUST_CALL(exclusive_scan_by_key)
__CUDAPIPE_THRUST_CALL(fill)
__CUDAPIPE_THRUST_CALL(fill_n)
__CUDAPIPE_THRUST_CALL(find)
__CUDAPIPE_THRUST_CALL(find_if)
__CUDAPIPE_THRUST_CALL(for_each)
__CUDAPIPE_THRUST_CALL(for_each_n)
__CUDAPIPE_THRUST_CALL(gather)
__CUDAPIPE_THRUST_CALL(gather_if)
__CUDAPIPE_THRUST_CALL(generate)
__CUDAPIPE_THRUST_CALL(inclusive_scan)
__CUDAPIPE_THRUST_CALL(inclusive_scan_by_key)
__CUDAPIPE_THRUST_CALL(inner_product)
__CUDAPIPE_THRUST_CALL(is_sorted)
__CUDAPIPE_THRUST_CALL(lower_bound)
__CUDAPIPE_THRUST_CALL(max_element)
__CUDAPIPE_THRUST_CALL(merge)
__CUDAPIPE_THRUST_CALL(min_element)
__CUDAPIPE_THRUST_CALL(minmax_element)
__CUDAPIPE_THRUST_CALL(none_of)
__CUDAPIPE_THRUST_CALL(partition)
__CUDAPIPE_THRUST_CALL(reduce)
__CUDAPIPE_THRUST_CALL(reduce_by_key)
__CUDAPIPE_THRUST_CALL(remove)
__CUDAPIPE_THRUST_CALL(remove_copy_if)
__CUDAPIPE_THRUST_CALL(remove_if)
__CUDAPIPE_THRUST_CALL(replace)
__CUDAPIPE_THRUST_CALL(replace_if)
__CUDAPIPE_THRUST_CALL(reverse)
__CUDAPIPE_THRUST_CALL(scatter)
__CUDAPIPE_THRUST_CALL(scatter_if)
__CUDAPIPE_THRUST_CALL(sequence)
__CUDAPIPE_THRUST_CALL(sort)
__CUDAPIPE_THRUST_CALL(sort_by_key)
__CUDAPIPE_THRUST_CALL(stable_partition)
__CUDAPIPE_THRUST_CALL(stable_sort)
__CUDAPIPE_THRUST_CALL(stable_sort_by_key)
__CUDAPIPE_THRUST_CALL(swap_ranges)
__CUDAPIPE_THRUST_CALL(tabulate)
__CUDAPIPE_THRUST_CALL(transform)
__CUDAPIPE_THRUST_CALL(transform_exclusive_scan)
__CUDAPIPE_THRUST_CALL(transform_if)
__CUDAPIPE_THRUST_CALL(transform_inclusive_scan)
__CUDAPIPE_THRUST_CALL(transform_reduce)
__CUDAPIPE_THRUST_CALL(uninitialized_copy)
__CUDAPIPE_THRUST_CALL(uninitialized_fill)
__CUDAPIPE_THRUST_CALL(unique)
__CUDAPIPE_THRUST_CALL(unique_by_key)
__CUDAPIPE_THRUST_CALL(unique_copy)
__CUDAPIPE_THRUST_CALL(upper_bound)
__CUDAPIPE_THRUST_CALL(advance)
__CUDAPIPE_THRUST_CALL(distance)
__CUDAPIPE_THRUST_CALL(next)
#undef __CUDAPIPE_THRUST_CALL

#define __CUDAPIPE_THRUST_ITERATOR(NAME)                                       \
  template <typename... T> struct NAME {                                       \
    template <typename... A> __CUDAPIPE_HD NAME(A &&...);                      \
    __CUDAPIPE_HD NAME operator+(long) const;                                  \
    __CUDAPIPE_HD __cudapipe_result operator*() const;                         \
    __CUDAPIPE_HD __cudapipe_result operator[](long) const;                    \
  };                                                                           \
  template <typename... A> __CUDAPIPE_HD NAME<> make_##NAME(A &&...);
__CUDAPIPE_THRUST_ITERATOR(constant_iterator)
__CUDAPIPE_THRUST_ITERATOR(counting_iterator)
__CUDAPIPE_THRUST_ITERATOR(discard_iterator)
__CUDAPIPE_THRUST_ITERATOR(permutation_iterator)
__CUDAPIPE_THRUST_ITERATOR(reverse_iterator)
__CUDAPIPE_THRUST_ITERATOR(transform_iterator)
__CUDAPIPE_THRUST_ITERATOR(transform_output_iterator)
__CUDAPIPE_THRUST_ITERATOR(zip_iterator)
#undef __CUDAPIPE_THRUST_ITERATOR

struct __cudapipe_policy {
  template <typename... A> __cudapipe_policy on(A &&...) const;
  template <typename... A> __cudapipe_policy operator()(A &&...) const;
};
inline constexpr __cudapipe_policy device{}, host{}, seq{};
namespace cuda {
inline constexpr __cudapipe_policy par{}, par_nosync{};
} // namespace cuda
namespace system {
namespace cuda {
using ::thrust::cuda::par;
} // namespace cuda
} // namespace system

} // namespace thrust

#endif // CUDAPIPE_EMBEDDED_CUDAPIPE_THRUST_H
