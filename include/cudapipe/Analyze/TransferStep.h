//===- cudapipe/Analyze/TransferStep.h - Copies and who waits ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is done to bring tiles into shared memory and to wait for them, however
// it is spelled: inline assembly, a function around it, cuda::barrier, cde::,
// cuda::ptx, cuda::pipeline, cooperative groups.
//
//   load(sm, map, k, &full[s]);    ExpectBytes full[s], TensorLoad to sm
//   wait(&full[s], phase);         BarrierWait full[s]
//   pipe.consumer_wait();          PipelineWait pipe
//
// A function is known by what it holds, not by its name. This file decides
// nothing.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_TRANSFERSTEP_H
#define CUDAPIPE_ANALYZE_TRANSFERSTEP_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallVector.h"
#include <string>
#include <vector>

namespace cudapipe {

/// The memory that an instruction of PtxInstructions.def reads or writes;
/// Async...: when the thread has gone on.
enum class PtxMemory {
  None,
  Shared,
  Barrier,
  AsyncShared,
  AsyncGlobal,
  AsyncTensor
};

/// What has happened when an instruction is through.
enum class PtxWait {
  Nothing,
  Phase,      ///< All have arrived, and all bytes, at a barrier.
  Groups,     ///< Groups of the thread's copies have landed.
  BulkGroups, ///< The same of bulk copies.
  MmaGroups,  ///< Products of the warpgroup have read their operands.
  TensorMemory,
  Threads, ///< Others have come there, too.
  Grid
};

/// The threads that must come to an instruction together.
enum class PtxJoin { Thread, Warp, Warpgroup, Named, Cluster };

/// One statement that is a step, and the way to it.
struct TransferStep {
  enum KindTy {
    TensorLoad,   ///< A tensor map's box goes to shared memory.
    BulkLoad,     ///< Bytes in a row go there.
    CountedCopy,  ///< cuda::memcpy_async that a barrier counts.
    PipelineCopy, ///< The same, that a pipeline counts.
    ThreadCopy,   ///< cp.async, counted by the thread's groups.
    PlainCopy,    ///< Through registers.
    BulkStore,    ///< Shared to global memory.
    Prefetch,
    BarrierInit,
    BarrierEnd,
    Arrive,
    ExpectBytes,
    CopyArrive, ///< The thread's copies arrive when they have landed.
    BarrierWait,
    Acquire,
    Commit,
    PipelineWait,
    Release,
    GroupWait,
    BulkCommit,
    BulkWait,
    ProxyFence,
    InitFence,
    Fence,
    MmaFence,
    AsyncMma, ///< Reads tiles when the thread has gone on.
    MmaCommit,
    MmaWait,
    TileRead,
    TileStore,
    GlobalRead,
    Mma,
    NamedSync,
    NamedArrive,
    Registers,
    Elect,
    Other
  };
  KindTy Kind = Other;
  /// The call or the assembly, in a called function perhaps.
  const clang::Stmt *Where = nullptr;
  /// The calls that lead there, outermost first.
  llvm::SmallVector<const clang::CallExpr *, 4> Calls;
  /// The barrier, or the pipeline, that counts or is waited for; null where it
  /// cannot be told. An object or a pointer, or a number made from one.
  const clang::Expr *Barrier = nullptr;
  /// BarrierWait: the parity or the token.
  const clang::Expr *Phase = nullptr;
  /// A copy: where it goes.
  const clang::Expr *To = nullptr;
  /// BarrierInit: the arrivals of a phase; ExpectBytes and BulkLoad: the bytes;
  /// null where it cannot be told.
  const clang::Expr *Amount = nullptr;
  /// ExpectBytes and BulkLoad: the bytes, where assembly says a number.
  std::optional<int64_t> Bytes;
  /// ExpectBytes: it arrives, too.
  bool Arrives = false;
  /// A copy: it goes to several blocks of a cluster.
  bool ToCluster = false;
  /// BarrierWait: it may end before the phase does, and be asked again.
  bool MayFail = false;
  /// GroupWait, MmaWait: the groups that may stay in flight, if that is a
  /// constant.
  std::optional<int64_t> Pending;
  /// A pipeline that one thread has for itself.
  bool OfThread = false;
  /// As the user, or PTX, calls it.
  std::string Name;

  /// The outermost statement of the way.
  const clang::Stmt *outermost() const {
    return Calls.empty() ? Where : Calls.front();
  }
  bool isCopy() const { return Kind <= PlainCopy; }
  /// It waits for the copies of the loop, or for a buffer to be free.
  bool isWait() const {
    return Kind == BarrierWait || Kind == PipelineWait || Kind == GroupWait;
  }
};

/// A row of PtxInstructions.def.
struct PtxInstruction {
  llvm::StringLiteral Start, Part;
  TransferStep::KindTy Step;
  PtxMemory Reads, Writes;
  PtxWait WaitsFor;
  PtxJoin Joins;
};

/// The row of \p Mnemonic, `mbarrier.init.shared.b64`, or null.
const PtxInstruction *ptxInstruction(llvm::StringRef Mnemonic);

/// The same of a function of cuda::ptx, `mbarrier_init`.
const PtxInstruction *ptxFunction(llvm::StringRef Name);

/// What the assembly \p Text says, and does besides computing, in a few words:
/// "mbarrier.try_wait, which waits for others"; empty if nothing is known.
std::string wordsOfPtx(llvm::StringRef Text);

/// The steps of \p S in the order of the text, functions that are called
/// included; \p S is evaluated once for each way that leads to a step.
std::vector<TransferStep> transferSteps(const clang::Stmt *S,
                                        const clang::ASTContext &Ctx);

/// \p Function makes steps, itself or by what it calls; cheap when asked again.
bool makesTransferSteps(const clang::FunctionDecl &Function,
                        const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_TRANSFERSTEP_H
