//===- Trips.h - How often loops go round -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cuda-pipeline-verify writes around loops of the original:
//
//   for (cudapipe::Trips T(0); T.once();) for (int k = 0; k < K; ++k) {
//   T.next();
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_HARNESS_TRIPS_H
#define CUDAPIPE_HARNESS_TRIPS_H

#ifdef CUDAPIPE_EXECUTOR
#include <atomic>
#endif
#include <cstdio>

namespace cudapipe {

#if defined(CUDAPIPE_EXECUTOR) || defined(CUDAPIPE_COUNTS_TRIPS)
/// Loops that are counted, at most.
constexpr unsigned CountedLoops = 32;

#ifdef CUDAPIPE_EXECUTOR
inline std::atomic<unsigned> MostTrips[CountedLoops];
#else
static __device__ unsigned MostTrips[CountedLoops];
#endif

/// The trips that a thread makes of a loop, from when it comes there.
class Trips {
public:
  __device__ explicit Trips(unsigned Loop) : Loop(Loop) {}
  __device__ bool once() {
    const bool IsFirst = !WasThere;
    WasThere = true;
    return IsFirst;
  }
  __device__ void next() {
    ++Made;
#ifdef CUDAPIPE_EXECUTOR
    for (unsigned Most = MostTrips[Loop];
         Most < Made && !MostTrips[Loop].compare_exchange_weak(Most, Made);)
      ;
#else
    atomicMax(&MostTrips[Loop], Made);
#endif
  }

private:
  unsigned Loop, Made = 0;
  bool WasThere = false;
};

/// {"trips": [2, 0, ...]}, if any loop is counted.
inline void printTrips() {
  unsigned Most[CountedLoops], Sum = 0;
#ifdef CUDAPIPE_EXECUTOR
  for (unsigned I = 0; I < CountedLoops; ++I)
    Most[I] = MostTrips[I];
#else
  if (cudaMemcpyFromSymbol(Most, MostTrips, sizeof(Most)) != cudaSuccess)
    return;
#endif
  for (unsigned One : Most)
    Sum += One;
  if (Sum == 0)
    return;
  std::printf("{\"trips\": [");
  for (unsigned I = 0; I < CountedLoops; ++I)
    std::printf("%s%u", I ? ", " : "", Most[I]);
  std::printf("]}\n");
}
#else
inline void printTrips() {}
#endif

} // namespace cudapipe

#endif // CUDAPIPE_HARNESS_TRIPS_H
