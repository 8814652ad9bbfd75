//===- cudapipe/Transport/Transport.h - How tiles travel --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What --variant names. Each variant is a file of lib/Transport and a row of
// Transports.def, and no other file knows what is special about it:
//
//   how many stages, from which architecture, what it can copy (whyNot())
//   which of the schedule's steps it needs, and how they are spelled
//   how a copy is spelled, the header, the object that counts copies
//
// Copies that a variant cannot start go through registers in all of them.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TRANSPORT_TRANSPORT_H
#define CUDAPIPE_TRANSPORT_TRANSPORT_H

#include "cudapipe/Rules/Rejection.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
}

namespace cudapipe {

struct LoopModel;
struct Step;
struct TileCopy;

/// An asynchronous copy, in pieces of text.
struct CopyText {
  /// Pointers.
  std::string To, From;
  /// "16", "sizeof(float)".
  std::string Bytes;
  /// Copied if it equals IsTrue, else zeros are stored; as it stands in front
  /// of `?`. Empty: copied.
  std::string Condition = "";
  bool IsTrue = true;
  /// The type that both point to has Bytes, and is aligned to as many.
  bool IsElement = false;
  /// It is a loop over so many pieces, of which this is the one that the
  /// counter named Piece says.
  unsigned Pieces = 1;
  std::string Piece = "";
};

/// The call that starts it.
struct CopyCall {
  std::string Callee;
  std::vector<std::string> Args;
  /// Args do not say CopyText::Condition: it is an `if` around the call, and
  /// the thread stores the zeros.
  bool InBranch = false;
};

/// The words in which a step is spelled.
struct StepWords {
  /// Transport::Object; with OfBlock, that of the stage: "full[stage]".
  std::string Object;
  /// Step::Pending, where it is no plain number: "STAGES - 2".
  std::string Pending = "";
  /// With OfBlock: the parity of the stage's use.
  std::string Phase = "";
};

/// A name of CUDA's that is written, and what is passed to it: a macro of that
/// name with other parameters is something else.
struct CudaName {
  enum ArgumentsTy { Any, None, Some };
  llvm::StringRef Name;
  ArgumentsTy Arguments = Any;
};

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
  /// Declares what is written: "<cuda_pipeline.h>".
  llvm::StringRef Header = "";
  std::vector<CudaName> Names;
  /// What the object that counts copies is called, if there is one.
  llvm::StringRef Object = "";
  /// One thread copies whole tiles for all, counted by an object that each
  /// stage has; where it cannot, threads store as the user wrote it.
  bool OfBlock = false;

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
  /// The declaration of \p Object, in front of the load phase.
  virtual std::string declare(llvm::StringRef Object) const { return ""; }
  /// With OfBlock: one for each of \p Stages, set up by the thread of which
  /// \p IsFirst is true. Tabs indent. The barrier of the block has to follow.
  virtual std::vector<std::string>
  declareAll(const std::string &Object, const std::string &Stages,
             const std::string &IsFirst) const {
    return {};
  }
  /// With OfBlock, what that thread does in front of its copies, and behind
  /// those of all \p Bytes.
  virtual std::string beginCopies() const { return ""; }
  virtual std::string endCopies(const std::string &Object,
                                const std::string &Bytes) const {
    return "";
  }
  /// How our own \p S is spelled: Wait, Commit, Acquire or Release. Empty: it
  /// has no such step.
  virtual std::string spell(const Step &S, const StepWords &Words) const {
    return "";
  }
  virtual CopyCall spell(const CopyText &Copy, llvm::StringRef Object) const {
    return {};
  }
  bool needs(const Step &S) const {
    return !spell(S, StepWords{Object.str()}).empty();
  }

protected:
  Transport(llvm::StringRef Name, llvm::StringRef Summary, unsigned MostStages)
      : Name(Name), Summary(Summary), MostStages(MostStages) {}
};

/// One function a variant: cpAsync(), ldg() ...
#define TRANSPORT(Variant) const Transport &Variant();
#include "cudapipe/Transport/Transports.def"

/// What lib/Ring makes, of loops that no other variant can have: of both, auto
/// takes the first.
const Transport &ring();
const Transport &roles();

/// All of the table, in the order of the table.
llvm::ArrayRef<const Transport *> allTransports();

/// The place of \p How in the table.
unsigned ordinalOf(const Transport &How);

} // namespace cudapipe

#endif // CUDAPIPE_TRANSPORT_TRANSPORT_H
