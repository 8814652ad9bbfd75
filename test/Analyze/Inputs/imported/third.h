// A library that CMake has imported: the compiler takes it for the system's.
#ifndef THIRD_H
#define THIRD_H

namespace third {
static __device__ float *journal;

struct NamedBarrier {
  static __device__ void sync(int threads, int id) {
    asm volatile("bar.sync %0, %1;" : : "r"(id), "r"(threads));
  }
};
__device__ inline void note(float value, int i) { journal[i] = value; }
__device__ inline float twice(float value) { return value * 2.0f; }
__device__ inline bool isFirst() { return threadIdx.x == 0; }
} // namespace third

__device__ inline void put(const float *p, float value) {
  *const_cast<float *>(p) = value;
}
__device__ inline float half_of(float value) { return value * 0.5f; }

#endif
