//===- Architecture.cpp - What an SM has ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Resources/Architecture.h"

namespace cudapipe {
namespace {

#define ARCHITECTURE(Sm, SharedKB, BlockKB, Reserved, Granularity, Warps,      \
                     Blocks, Barriers, ...)                                    \
  constexpr unsigned CarveOut##Sm[] = {__VA_ARGS__};
#include "cudapipe/Resources/Architectures.def"

const Architecture Table[] = {
#define ARCHITECTURE(Sm, SharedKB, BlockKB, Reserved, Granularity, Warps,      \
                     Blocks, Barriers, ...)                                    \
  {Sm,    SharedKB * 1024, BlockKB * 1024, Reserved,    Granularity,           \
   Warps, Blocks,          Barriers,       CarveOut##Sm},
#include "cudapipe/Resources/Architectures.def"
};

} // namespace

llvm::ArrayRef<Architecture> architectures() { return Table; }

const Architecture *findArchitecture(unsigned SmVersion) {
  const Architecture *Found = nullptr;
  for (const Architecture &Row : Table)
    if (Row.SmVersion <= SmVersion)
      Found = &Row;
  return Found;
}

} // namespace cudapipe
