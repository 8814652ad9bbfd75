//===- cudapipe/Transport/Transport.h - How tiles travel --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What --variant names. Each variant is a file of lib/Transport and a row of
// Transports.def, and no other file knows what is special about it:
//
//              stages   a copy             is spelled
//   cpasync    2 to 8   cp.async           __pipeline_memcpy_async(...)
//   ldg        2        through registers  by the user
//   ldg-single 1        through registers  by the user
//
// Copies that a variant cannot start (whyNot()) go through registers in all.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TRANSPORT_TRANSPORT_H
#define CUDAPIPE_TRANSPORT_TRANSPORT_H

#include "cudapipe/Plan/Rejection.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace clang {
class ASTContext;
}

namespace cudapipe {

struct LoopModel;
struct TileCopy;

/// How the tiles of a loop travel.
struct Transport {
  /// As in --variant: "cpasync".
  llvm::StringRef Name;
  /// In --help, behind the name: "cp.async, sm_80".
  llvm::StringRef Summary;
  /// The most buffers per tile.
  unsigned MostStages = 1;
  /// The instruction that it goes by, and from which compute capability, times
  /// ten, there is one. Empty: any can load and store.
  llvm::StringRef Instruction = "";
  unsigned LeastSm = 0;
  /// Asynchronous copies of the user's stay as they are written.
  bool KeepsAsyncCopies = false;

  virtual ~Transport() = default;

  /// Copies travel on their own, past the registers.
  bool isAsync() const { return !Instruction.empty(); }
  /// The fewest buffers per tile.
  unsigned leastStages() const { return MostStages > 1 ? 2 : 1; }
  /// Shared memory of \p Stages buffers of a tile of \p TileBytes.
  uint64_t sharedBytes(uint64_t TileBytes, unsigned Stages) const {
    return TileBytes * Stages;
  }
  /// Why \p Copy of \p Model goes through registers. Asked only if isAsync().
  virtual std::optional<Rejection> whyNot(const TileCopy &Copy,
                                          const LoopModel &Model,
                                          const clang::ASTContext &Ctx) const;

protected:
  Transport(llvm::StringRef Name, llvm::StringRef Summary, unsigned MostStages)
      : Name(Name), Summary(Summary), MostStages(MostStages) {}
};

/// One function a variant: cpAsync(), ldg() ...
#define TRANSPORT(Variant) const Transport &Variant();
#include "cudapipe/Transport/Transports.def"

/// All of them, in the order of the table.
llvm::ArrayRef<const Transport *> allTransports();

/// The place of \p How in the table.
unsigned ordinalOf(const Transport &How);

} // namespace cudapipe

#endif // CUDAPIPE_TRANSPORT_TRANSPORT_H
