// What the toolkit's headers call what waits: members of base classes (CCCL 3.0).
#pragma clang system_header

namespace cuda {
namespace std {
template <typename T> struct __atomic_ref_bitwise {
  T *Place;
  __host__ __device__ __atomic_ref_bitwise(T &Place) : Place(&Place) {}
  __host__ __device__ T load() const;
};
template <int Scope> struct __latch_base {
  __host__ __device__ void wait() const;
};
template <typename T> struct __value_of {
  T Value;
  __host__ __device__ __value_of(const T &Value) : Value(Value) {}
  __host__ __device__ T get() const;
};
} // namespace std
template <typename T> struct atomic_ref : std::__atomic_ref_bitwise<T> {
  using std::__atomic_ref_bitwise<T>::__atomic_ref_bitwise;
};
template <int Scope> struct latch : std::__latch_base<Scope> {};
} // namespace cuda

__device__ void __cluster_barrier_arrive();
__device__ void __cluster_barrier_wait();
