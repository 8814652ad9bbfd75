//===- Torch.h - What kernels take from PyTorch ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where PyTorch's headers are not found, device code is read with these
// accessors, numbers and words in front of kernels; host code is not.
// Rule: PyTorch documentation, "Custom C++ and CUDA Extensions", Using
// accessors.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_TORCH_H
#define CUDAPIPE_EMBEDDED_TORCH_H

#include <cuda_bf16.h>
#include <cuda_fp16.h>
// Kernels rely on torch's headers for these, too.
#if __has_include(<cstring>) && __has_include(<cmath>)
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#endif

#define C10_HOST __host__
#define C10_DEVICE __device__
#define C10_HOST_DEVICE __host__ __device__
#define C10_RESTRICT __restrict__
#define C10_ALWAYS_INLINE inline __attribute__((always_inline))
#define C10_LAUNCH_BOUNDS_0 __launch_bounds__(256, 4)
#define C10_LAUNCH_BOUNDS_1(threads) __launch_bounds__(threads)
#define C10_LAUNCH_BOUNDS_2(threads, blocks) __launch_bounds__(threads, blocks)
#define C10_WARP_SIZE 32

namespace c10 {

/// A number of two bytes that is computed with as a float.
#define CUDAPIPE_SHORT_FLOAT(Name, FromFloat, ToFloat, AsBits, OfBits)         \
  struct alignas(2) Name {                                                     \
    unsigned short x;                                                          \
    Name() = default;                                                          \
    __host__ __device__ Name(float value) : x(AsBits(FromFloat(value))) {}     \
    __host__ __device__ operator float() const { return ToFloat(OfBits(x)); }  \
  };                                                                           \
  inline __host__ __device__ Name operator+(const Name &a, const Name &b) {    \
    return float(a) + float(b);                                                \
  }                                                                            \
  inline __host__ __device__ Name operator-(const Name &a, const Name &b) {    \
    return float(a) - float(b);                                                \
  }                                                                            \
  inline __host__ __device__ Name operator*(const Name &a, const Name &b) {    \
    return float(a) * float(b);                                                \
  }                                                                            \
  inline __host__ __device__ Name operator/(const Name &a, const Name &b) {    \
    return float(a) / float(b);                                                \
  }                                                                            \
  inline __host__ __device__ Name operator-(const Name &a) {                   \
    return -float(a);                                                          \
  }                                                                            \
  inline __host__ __device__ Name &operator+=(Name &a, const Name &b) {        \
    return a = a + b;                                                          \
  }                                                                            \
  inline __host__ __device__ Name &operator-=(Name &a, const Name &b) {        \
    return a = a - b;                                                          \
  }                                                                            \
  inline __host__ __device__ Name &operator*=(Name &a, const Name &b) {        \
    return a = a * b;                                                          \
  }                                                                            \
  inline __host__ __device__ Name &operator/=(Name &a, const Name &b) {        \
    return a = a / b;                                                          \
  }
CUDAPIPE_SHORT_FLOAT(Half, __float2half, __half2float, __half_as_ushort,
                     __ushort_as_half)
CUDAPIPE_SHORT_FLOAT(BFloat16, __float2bfloat16, __bfloat162float,
                     __bfloat16_as_ushort, __ushort_as_bfloat16)
#undef CUDAPIPE_SHORT_FLOAT

} // namespace c10

namespace at {

using c10::BFloat16;
using c10::Half;
class Tensor;

template <typename T> struct OpMathType {
  using type = T;
};
template <> struct OpMathType<Half> {
  using type = float;
};
template <> struct OpMathType<BFloat16> {
  using type = float;
};
template <typename T> using opmath_type = typename OpMathType<T>::type;
/// On the device; the host adds floats up as doubles.
template <typename T, bool OnDevice> struct AccumulateType {
  using type = typename OpMathType<T>::type;
};
template <typename T, bool OnDevice>
using acc_type = typename AccumulateType<T, OnDevice>::type;

template <typename T> struct DefaultPtrTraits {
  typedef T *PtrType;
};
template <typename T> struct RestrictPtrTraits {
  typedef T *__restrict__ PtrType;
};

/// A view of an array of N dimensions: sizes and strides lie elsewhere.
template <typename T, decltype(sizeof(0)) N,
          template <typename> class Traits = DefaultPtrTraits,
          typename Index = long>
class TensorAccessorBase {
public:
  typedef typename Traits<T>::PtrType PtrType;
  __host__ __device__ TensorAccessorBase(PtrType data, const Index *sizes,
                                         const Index *strides)
      : data_(data), sizes_(sizes), strides_(strides) {}
  __host__ __device__ Index stride(Index i) const { return strides_[i]; }
  __host__ __device__ Index size(Index i) const { return sizes_[i]; }
  __host__ __device__ PtrType data() { return data_; }
  __host__ __device__ const PtrType data() const { return data_; }

protected:
  PtrType data_;
  const Index *sizes_;
  const Index *strides_;
};

template <typename T, decltype(sizeof(0)) N,
          template <typename> class Traits = DefaultPtrTraits,
          typename Index = long>
class TensorAccessor : public TensorAccessorBase<T, N, Traits, Index> {
public:
  typedef typename Traits<T>::PtrType PtrType;
  __host__ __device__ TensorAccessor(PtrType data, const Index *sizes,
                                     const Index *strides)
      : TensorAccessorBase<T, N, Traits, Index>(data, sizes, strides) {}
  __host__ __device__ TensorAccessor<T, N - 1, Traits, Index>
  operator[](Index i) {
    return TensorAccessor<T, N - 1, Traits, Index>(
        this->data_ + this->strides_[0] * i, this->sizes_ + 1,
        this->strides_ + 1);
  }
  __host__ __device__ const TensorAccessor<T, N - 1, Traits, Index>
  operator[](Index i) const {
    return TensorAccessor<T, N - 1, Traits, Index>(
        this->data_ + this->strides_[0] * i, this->sizes_ + 1,
        this->strides_ + 1);
  }
};

template <typename T, template <typename> class Traits, typename Index>
class TensorAccessor<T, 1, Traits, Index>
    : public TensorAccessorBase<T, 1, Traits, Index> {
public:
  typedef typename Traits<T>::PtrType PtrType;
  __host__ __device__ TensorAccessor(PtrType data, const Index *sizes,
                                     const Index *strides)
      : TensorAccessorBase<T, 1, Traits, Index>(data, sizes, strides) {}
  __host__ __device__ T &operator[](Index i) {
    return this->data_[this->strides_[0] * i];
  }
  __host__ __device__ const T &operator[](Index i) const {
    return this->data_[this->strides_[0] * i];
  }
};

/// The same as a kernel's argument: sizes and strides are in it.
template <typename T, decltype(sizeof(0)) N,
          template <typename> class Traits = DefaultPtrTraits,
          typename Index = long>
class GenericPackedTensorAccessorBase {
public:
  typedef typename Traits<T>::PtrType PtrType;
  __host__ __device__ Index stride(Index i) const { return strides_[i]; }
  __host__ __device__ Index size(Index i) const { return sizes_[i]; }
  __host__ __device__ PtrType data() { return data_; }
  __host__ __device__ const PtrType data() const { return data_; }

protected:
  PtrType data_;
  Index sizes_[N];
  Index strides_[N];
};

template <typename T, decltype(sizeof(0)) N,
          template <typename> class Traits = DefaultPtrTraits,
          typename Index = long>
class GenericPackedTensorAccessor
    : public GenericPackedTensorAccessorBase<T, N, Traits, Index> {
public:
  typedef typename Traits<T>::PtrType PtrType;
  __device__ TensorAccessor<T, N - 1, Traits, Index> operator[](Index i) {
    return TensorAccessor<T, N - 1, Traits, Index>(
        this->data_ + this->strides_[0] * i, this->sizes_ + 1,
        this->strides_ + 1);
  }
  __device__ const TensorAccessor<T, N - 1, Traits, Index>
  operator[](Index i) const {
    return TensorAccessor<T, N - 1, Traits, Index>(
        this->data_ + this->strides_[0] * i, this->sizes_ + 1,
        this->strides_ + 1);
  }
};

template <typename T, template <typename> class Traits, typename Index>
class GenericPackedTensorAccessor<T, 1, Traits, Index>
    : public GenericPackedTensorAccessorBase<T, 1, Traits, Index> {
public:
  __device__ T &operator[](Index i) {
    return this->data_[this->strides_[0] * i];
  }
  __device__ const T &operator[](Index i) const {
    return this->data_[this->strides_[0] * i];
  }
};

template <typename T, decltype(sizeof(0)) N,
          template <typename> class Traits = DefaultPtrTraits>
using PackedTensorAccessor32 = GenericPackedTensorAccessor<T, N, Traits, int>;
template <typename T, decltype(sizeof(0)) N,
          template <typename> class Traits = DefaultPtrTraits>
using PackedTensorAccessor64 =
    GenericPackedTensorAccessor<T, N, Traits, long>;
template <typename T, decltype(sizeof(0)) N,
          template <typename> class Traits = DefaultPtrTraits,
          typename Index = long>
using PackedTensorAccessor = GenericPackedTensorAccessor<T, N, Traits, Index>;

} // namespace at

namespace torch {
using namespace at;
} // namespace torch

#endif // CUDAPIPE_EMBEDDED_TORCH_H
