//===- DeviceBuffers.h - Random inputs, poisoned outputs --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory of one size of a problem. Everything happens on the GPU: inputs are
// filled from a fixed seed, outputs are poisoned before each launch, and the
// first result is kept to compare the others with, bit for bit. A guard of 256
// bytes on both sides of an output is compared too.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_BENCH_DEVICEBUFFERS_H
#define CUDAPIPE_BENCH_DEVICEBUFFERS_H

#include <cstdio>
#include <cstdlib>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <type_traits>
#include <vector>

namespace bench {

inline void checkCuda(cudaError_t Status, const char *What) {
  if (Status == cudaSuccess)
    return;
  std::fflush(stdout);
  std::fprintf(stderr, "bench: %s: %s\n", What, cudaGetErrorString(Status));
  std::exit(3);
}

/// splitmix64: a random number for every index.
__device__ inline unsigned long long randomBits(unsigned long long X) {
  X += 0x9e3779b97f4a7c15ull;
  X = (X ^ (X >> 30)) * 0xbf58476d1ce4e5b9ull;
  X = (X ^ (X >> 27)) * 0x94d049bb133111ebull;
  return X ^ (X >> 31);
}

/// Numbers with a full mantissa in [-1, 1), so that the order of a sum shows;
/// whole numbers over their range.
template <typename T> __device__ T randomValue(unsigned long long Bits) {
  if constexpr (std::is_integral<T>::value)
    return static_cast<T>(Bits >> (64 - 8 * sizeof(T)));
  else
    return static_cast<T>(static_cast<double>(Bits >> 11) * 0x1p-52 - 1.0);
}

template <typename T>
__global__ void fillRandom(T *Data, size_t Count, unsigned long long Seed) {
  for (size_t I = blockIdx.x * size_t(blockDim.x) + threadIdx.x; I < Count;
       I += size_t(gridDim.x) * blockDim.x)
    Data[I] = randomValue<T>(randomBits(Seed + I));
}

/// Whole numbers in [Low, High).
static __global__ void fillIndices(int *Data, size_t Count, int Low, int High,
                                   unsigned long long Seed) {
  for (size_t I = blockIdx.x * size_t(blockDim.x) + threadIdx.x; I < Count;
       I += size_t(gridDim.x) * blockDim.x)
    Data[I] = Low + static_cast<int>(randomBits(Seed + I) %
                                     static_cast<unsigned>(High - Low));
}

static __global__ void fillSteps(int *Data, size_t Count, int Step) {
  for (size_t I = blockIdx.x * size_t(blockDim.x) + threadIdx.x; I < Count;
       I += size_t(gridDim.x) * blockDim.x)
    Data[I] = static_cast<int>(I) * Step;
}

static __global__ void countDifferences(const unsigned *A, const unsigned *B,
                                        size_t Words,
                                        unsigned long long *Count) {
  for (size_t I = blockIdx.x * size_t(blockDim.x) + threadIdx.x; I < Words;
       I += size_t(gridDim.x) * blockDim.x)
    if (A[I] != B[I])
      atomicAdd(Count, 1ull);
}

/// Reads all of it: what has room in the L2 cache is there then. \p Sum is
/// written as good as never, which the compiler does not know.
static __global__ void readAll(const unsigned *Data, size_t Words,
                               unsigned long long *Sum) {
  unsigned Value = 0;
  for (size_t I = blockIdx.x * size_t(blockDim.x) + threadIdx.x; I < Words;
       I += size_t(gridDim.x) * blockDim.x)
    Value ^= Data[I] + static_cast<unsigned>(I) * 0x9e3779b9u;
  if (Value == 0x12345678u)
    *Sum = Value;
}

class DeviceBuffers {
public:
  explicit DeviceBuffers(int Shift) : Shift(Shift) {
    checkCuda(cudaMalloc(&Counter, sizeof(*Counter)), "cudaMalloc");
  }
  DeviceBuffers(const DeviceBuffers &) = delete;
  ~DeviceBuffers() {
    for (void *Pointer : Allocations)
      cudaFree(Pointer);
    cudaFree(Counter);
  }

  /// \p Count random elements.
  template <typename T> T *input(size_t Count) {
    T *Data = allocateInput<T>(Count);
    fillRandom<<<1024, 256>>>(Data, Count + Shift, (++Inputs) << 40);
    checkCuda(cudaGetLastError(), "filling an input");
    return Data + Shift;
  }

  /// \p Count random numbers in [Low, High): what is read at them exists.
  int *indices(size_t Count, int Low, int High) {
    int *Data = allocateInput<int>(Count) + Shift;
    fillIndices<<<1024, 256>>>(Data, Count, Low, High, (++Inputs) << 40);
    checkCuda(cudaGetLastError(), "filling indices");
    return Data;
  }

  /// 0, Step, 2 * Step, ...: where the rows of a sparse matrix start.
  int *steps(size_t Count, int Step) {
    int *Data = allocateInput<int>(Count) + Shift;
    fillSteps<<<1024, 256>>>(Data, Count, Step);
    checkCuda(cudaGetLastError(), "filling steps");
    return Data;
  }

  /// \p Count elements that every form must write.
  template <typename T> T *output(size_t Count) {
    Output O;
    O.Elements = Count * sizeof(T);
    O.Bytes = ((Count + Shift) * sizeof(T) + 2 * Guard + 3) / 4 * 4;
    O.Data = static_cast<char *>(allocate(O.Bytes));
    O.Expected = static_cast<char *>(allocate(O.Bytes));
    Outputs.push_back(O);
    return reinterpret_cast<T *>(O.Data + Guard) + Shift;
  }

  void poisonOutputs() {
    for (const Output &O : Outputs)
      checkCuda(cudaMemset(O.Data, Poison, O.Bytes), "poisoning");
  }

  /// So that the L2 cache has of the inputs what it has room for, whatever was
  /// launched before.
  void readInputs() {
    for (const Input &I : InputBuffers)
      readAll<<<1024, 256>>>(static_cast<const unsigned *>(I.Data), I.Bytes / 4,
                             Counter);
    checkCuda(cudaGetLastError(), "reading the inputs");
  }

  /// Bytes that a launch must write.
  double writtenBytes() const {
    double Bytes = 0;
    for (const Output &O : Outputs)
      Bytes += static_cast<double>(O.Elements);
    return Bytes;
  }

  /// What is in the outputs now is right.
  void keepAsExpected() {
    for (const Output &O : Outputs)
      checkCuda(
          cudaMemcpy(O.Expected, O.Data, O.Bytes, cudaMemcpyDeviceToDevice),
          "keeping a result");
  }

  /// Words of four bytes that are not as expected.
  unsigned long long differences() {
    unsigned long long Different = 0;
    checkCuda(cudaMemset(Counter, 0, sizeof(*Counter)), "clearing a counter");
    for (const Output &O : Outputs)
      countDifferences<<<1024, 256>>>(
          reinterpret_cast<const unsigned *>(O.Data),
          reinterpret_cast<const unsigned *>(O.Expected), O.Bytes / 4, Counter);
    checkCuda(cudaMemcpy(&Different, Counter, sizeof(Different),
                         cudaMemcpyDeviceToHost),
              "comparing");
    return Different;
  }

  /// Whether an output is nothing but poison, between its guards.
  bool nothingWritten() {
    for (const Output &O : Outputs)
      checkCuda(cudaMemset(O.Expected, Poison, O.Bytes), "poisoning");
    return differences() == 0;
  }

private:
  static constexpr int Poison = 0xcd;
  static constexpr size_t Guard = 256;

  struct Input {
    void *Data;
    size_t Bytes;
  };
  struct Output {
    char *Data, *Expected;
    size_t Bytes, Elements; ///< With guards; without.
  };

  template <typename T> T *allocateInput(size_t Count) {
    const size_t Bytes = (Count + Shift) * sizeof(T);
    InputBuffers.push_back({allocate(Bytes), Bytes});
    return static_cast<T *>(InputBuffers.back().Data);
  }

  void *allocate(size_t Bytes) {
    void *Pointer = nullptr;
    checkCuda(cudaMalloc(&Pointer, Bytes), "cudaMalloc");
    Allocations.push_back(Pointer);
    return Pointer;
  }

  int Shift;
  unsigned long long Inputs = 0;
  unsigned long long *Counter = nullptr;
  std::vector<void *> Allocations;
  std::vector<Input> InputBuffers;
  std::vector<Output> Outputs;
};

} // namespace bench

#endif
