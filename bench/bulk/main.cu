// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks and times all forms: bit for bit against the plain loop, with poisoned outputs.
//   ./bulk check     lengths from 0 to a few chunks, aligned or not
//   ./bulk small     fewer, for compute-sanitizer
//   ./bulk time      long ones, forms interleaved
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <string>
#include <vector>

#define CK(call)                                                               \
  do {                                                                         \
    cudaError_t e_ = (call);                                                   \
    if (e_ != cudaSuccess) {                                                   \
      std::printf("CUDA error %s at line %d: %s\n", #call, __LINE__,           \
                  cudaGetErrorString(e_));                                     \
      std::exit(1);                                                            \
    }                                                                          \
  } while (0)

using Entry = void (*)(const float *, const float *, float *, int, int);
#define OF(X, k) X(k##_plain) X(k##_cpasync2) X(k##_cpasync3) X(k##_cpasync4) \
  X(k##_bulk2) X(k##_bulk3) X(k##_bulk4)
#define FORMS(X) OF(X, dot) OF(X, correlate) OF(X, nbody)
#define DECLARE(name) void name(const float *, const float *, float *, int, int);
FORMS(DECLARE)
struct Form {
  const char *Name;
  Entry Run;
};
#define ROW(name) {#name, name},
static const Form Forms[] = {FORMS(ROW)};

static std::string kernelOf(const Form &F) {
  return std::string(F.Name).substr(0, std::strchr(F.Name, '_') - F.Name);
}

struct Case {
  int N, Blocks, Shift; // elements by which the inputs are off a multiple of 16 bytes
};

/// Elements of both inputs, and of the output.
static std::pair<size_t, size_t> sizesOf(const std::string &Kernel, Case C) {
  if (Kernel == "nbody")
    return {size_t(C.N) * 4 + 4 * 128 * size_t(C.Blocks), size_t(C.Blocks) * 128 * 4};
  if (Kernel == "dot")
    return {size_t(C.N) * C.Blocks + 64, size_t(C.Blocks) * 256};
  return {size_t(C.N) * C.Blocks + 64, size_t(C.N) * C.Blocks + 1};
}

static int check(const std::vector<Case> &Cases) {
  int Bad = 0, Runs = 0;
  for (Case C : Cases) {
    std::string Last;
    std::vector<float> Want;
    for (const Form &F : Forms) {
      const std::string Kernel = kernelOf(F);
      if (Kernel == "nbody" && (C.N % 512 || C.Shift))
        continue;
      auto [In, Out] = sizesOf(Kernel, C);
      std::vector<float> Host(In + 8);
      for (size_t I = 0; I < Host.size(); ++I)
        Host[I] = float((I * 2654435761u >> 8) % 1000) / 128.0f - 3.0f;
      float *A, *B, *O;
      CK(cudaMalloc(&A, Host.size() * 4));
      CK(cudaMalloc(&B, Host.size() * 4));
      CK(cudaMalloc(&O, Out * 4));
      CK(cudaMemcpy(A, Host.data(), Host.size() * 4, cudaMemcpyHostToDevice));
      std::reverse(Host.begin(), Host.end());
      CK(cudaMemcpy(B, Host.data(), Host.size() * 4, cudaMemcpyHostToDevice));
      CK(cudaMemset(O, 0xff, Out * 4));
      F.Run(A + C.Shift, B + C.Shift, O, C.N, C.Blocks);
      CK(cudaGetLastError());
      CK(cudaDeviceSynchronize());
      std::vector<float> Got(Out);
      CK(cudaMemcpy(Got.data(), O, Out * 4, cudaMemcpyDeviceToHost));
      if (Kernel != Last)
        Want = Got;
      Last = Kernel;
      ++Runs;
      if (std::memcmp(Want.data(), Got.data(), Out * 4)) {
        std::printf("DIFFERS: %s n %d blocks %d shift %d\n", F.Name, C.N, C.Blocks, C.Shift);
        ++Bad;
      }
      CK(cudaFree(A));
      CK(cudaFree(B));
      CK(cudaFree(O));
    }
  }
  std::printf("%d runs, %d differ\n", Runs, Bad);
  return Bad != 0;
}

static void time(const char *Kernel, Case C) {
  auto [In, Out] = sizesOf(Kernel, C);
  float *A, *B, *O;
  CK(cudaMalloc(&A, In * 4));
  CK(cudaMalloc(&B, In * 4));
  CK(cudaMalloc(&O, Out * 4));
  CK(cudaMemset(A, 0, In * 4));
  CK(cudaMemset(B, 0, In * 4));
  cudaEvent_t Start, End;
  CK(cudaEventCreate(&Start));
  CK(cudaEventCreate(&End));
  constexpr int Rounds = 15;
  std::vector<std::vector<float>> Times(std::size(Forms));
  for (int R = 0; R < Rounds + 2; ++R)
    for (size_t I = 0; I < std::size(Forms); ++I) {
      if (kernelOf(Forms[I]) != Kernel)
        continue;
      CK(cudaEventRecord(Start));
      Forms[I].Run(A, B, O, C.N, C.Blocks);
      CK(cudaEventRecord(End));
      CK(cudaEventSynchronize(End));
      float Ms = 0;
      CK(cudaEventElapsedTime(&Ms, Start, End));
      if (R > 1)
        Times[I].push_back(Ms);
    }
  float Plain = 0;
  for (size_t I = 0; I < std::size(Forms); ++I) {
    if (Times[I].empty())
      continue;
    std::sort(Times[I].begin(), Times[I].end());
    const float Ms = Times[I][Rounds / 2];
    if (Plain == 0)
      Plain = Ms;
    const double Bytes = std::string(Kernel) == "dot" ? 8.0 * C.N * C.Blocks
                         : std::string(Kernel) == "correlate" ? 8.0 * C.N * C.Blocks
                                                              : 16.0 * C.N * C.Blocks;
    std::printf("%-20s n %9d blocks %5d  %8.4f ms  %7.0f GB/s  %5.3f\n", Forms[I].Name, C.N,
                C.Blocks, Ms, Bytes / Ms / 1e6, Plain / Ms);
  }
  CK(cudaFree(A));
  CK(cudaFree(B));
  CK(cudaFree(O));
}

int main(int Count, char **Words) {
  const std::string What = Count > 1 ? Words[1] : "check";
  if (What == "time") {
    for (int Blocks : {132, 264, 528})
      time("dot", {1 << (Blocks > 300 ? 17 : 19), Blocks, 0});
    for (int Blocks : {264, 528})
      time("correlate", {1 << 18, Blocks, 0});
    for (int Blocks : {64, 256})
      time("nbody", {Blocks * 128, Blocks, 0});
    return 0;
  }
  std::vector<Case> Cases;
  const std::vector<int> Lengths =
      What == "small" ? std::vector<int>{2048, 5120, 8196, 10001}
                      : std::vector<int>{0,    1,    4,    1024, 2044, 2047, 2048,  2049,  2052,  2064,
                                         4095, 4096, 4100, 6144, 6148, 8192, 8196,  10240, 10244, 16384,
                                         20480, 22528, 22532};
  for (int N : Lengths)
    for (int Shift : {0, 1})
      for (int Blocks : What == "small" ? std::vector<int>{2} : std::vector<int>{1, 7})
        Cases.push_back({N, Blocks, Shift});
  return check(Cases);
}
