//===- Allocations.h - What device memory a program has ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_CAPTURE_ALLOCATIONS_H
#define CUDAPIPE_CAPTURE_ALLOCATIONS_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace cudapipe {

struct Allocation {
  uint64_t Start = 0;
  size_t Bytes = 0;
  std::string Kind; ///< The call that made it.

  bool contains(uint64_t Address) const { return Address - Start < Bytes; }
};

/// The live ones, as the program's calls make and free them.
class Allocations {
public:
  void add(uint64_t Start, size_t Bytes, const char *Kind) {
    std::lock_guard<std::mutex> Lock(Guard);
    if (Start && Bytes)
      Live[Start] = {Start, Bytes, Kind};
  }
  void remove(uint64_t Start) {
    std::lock_guard<std::mutex> Lock(Guard);
    Live.erase(Start);
  }
  /// The one that \p Address lies in; its Bytes are 0 if there is none.
  Allocation find(uint64_t Address) {
    std::lock_guard<std::mutex> Lock(Guard);
    auto It = Live.upper_bound(Address);
    if (It == Live.begin())
      return {};
    --It;
    return It->second.contains(Address) ? It->second : Allocation();
  }
  /// Where the first begins and the last ends: most words are far outside.
  std::pair<uint64_t, uint64_t> span() {
    std::lock_guard<std::mutex> Lock(Guard);
    if (Live.empty())
      return {0, 0};
    const Allocation &Last = Live.rbegin()->second;
    return {Live.begin()->first, Last.Start + Last.Bytes};
  }

private:
  std::mutex Guard;
  std::map<uint64_t, Allocation> Live;
};

} // namespace cudapipe

#endif
