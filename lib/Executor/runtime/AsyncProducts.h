//===- AsyncProducts.h - wgmma, at its most inconvenient --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//        issue                            wait_group that covers it
//   ------|-------------------------------------|------------------->
//         [ operands: nobody may write there    ] read by the thread: who
//         [ accumulators: poison                ] writes needs a barrier
//
// A product reads in another proxy: what threads have stored in its operands
// is behind a fence.proxy.async, or a finding.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_ASYNCPRODUCTS_H
#define CUDAPIPE_EXECUTOR_ASYNCPRODUCTS_H

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

namespace cudapipe::executor {

/// Bytes of shared memory that a product in flight reads.
struct OperandPiece {
  uintptr_t Address;
  unsigned Bytes;
  uint32_t Place;
};

/// The products of one thread that it has not waited for.
struct AsyncProducts {
  struct Sum {
    float Value;
    unsigned Group; ///< The last that adds to it.
  };

  std::map<float *, Sum> Sums;
  /// Of the groups that are committed, oldest first; and what is none yet.
  std::deque<std::vector<OperandPiece>> Groups;
  std::vector<OperandPiece> Open;
  unsigned FirstGroup = 0; ///< The number of Groups.front().

  unsigned openGroup() const {
    return FirstGroup + static_cast<unsigned>(Groups.size());
  }
  /// What \p Register holds when all products before are through.
  float valueOf(float *Register) const {
    auto It = Sums.find(Register);
    return It == Sums.end() ? *Register : It->second.Value;
  }
  void set(float *Register, float Value) {
    Sums[Register] = {Value, openGroup()};
    *Register = __builtin_nanf("");
  }
  std::vector<OperandPiece> inFlight() const {
    std::vector<OperandPiece> Out = Open;
    for (const std::vector<OperandPiece> &Group : Groups)
      Out.insert(Out.end(), Group.begin(), Group.end());
    return Out;
  }
  void commit() {
    Groups.push_back(std::move(Open));
    Open.clear();
  }
  /// The oldest group is through; returns what it has read.
  std::vector<OperandPiece> finishOldest() {
    std::vector<OperandPiece> Read = std::move(Groups.front());
    Groups.pop_front();
    for (auto It = Sums.begin(); It != Sums.end();)
      if (It->second.Group == FirstGroup) {
        *It->first = It->second.Value;
        It = Sums.erase(It);
      } else {
        ++It;
      }
    ++FirstGroup;
    return Read;
  }
};

/// Where an operand of sixteen columns of two bytes lies; its rows are along K.
class OperandLayout {
public:
  explicit OperandLayout(uint64_t Descriptor) : Descriptor(Descriptor) {}

  /// It begins where its pattern repeats.
  bool isKnown() const { return (Descriptor >> 49 & 7) == 0; }
  /// Of half \p Half, eight elements, of \p Row: the low 18 bits.
  uint32_t address(unsigned Row, unsigned Half) const {
    constexpr unsigned Chunk = 16, CoreRows = 8;
    const uint64_t Start = field(0), Leading = field(16), Stride = field(32);
    const unsigned Mode = static_cast<unsigned>(Descriptor >> 62);
    uint64_t At = Start + Row / CoreRows * Stride;
    if (Mode == 0)
      return static_cast<uint32_t>(At + Row % CoreRows * Chunk +
                                   Half * Leading);
    const unsigned Width = Mode == 1 ? 128 : Mode == 2 ? 64 : 32;
    At += Row % CoreRows * Width + Half * Chunk;
    return static_cast<uint32_t>(At ^ ((At >> 7 & (Width / Chunk - 1)) << 4));
  }

private:
  uint64_t field(unsigned At) const { return (Descriptor >> At & 0x3fff) << 4; }

  uint64_t Descriptor;
};

inline float fromHalf(uint16_t Bits) {
  const int Exponent = Bits >> 10 & 31, Mantissa = Bits & 1023;
  const float Sign = Bits >> 15 ? -1.0f : 1.0f;
  if (Exponent == 31)
    return Mantissa ? __builtin_nanf("") : Sign * __builtin_inff();
  if (Exponent == 0)
    return Sign * __builtin_ldexpf(static_cast<float>(Mantissa), -24);
  return Sign *
         __builtin_ldexpf(static_cast<float>(Mantissa + 1024), Exponent - 25);
}
inline float fromBfloat16(uint16_t Bits) {
  const uint32_t Wide = static_cast<uint32_t>(Bits) << 16;
  float Out;
  __builtin_memcpy(&Out, &Wide, sizeof(Out));
  return Out;
}

} // namespace cudapipe::executor

#endif
