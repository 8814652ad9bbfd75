//===- cudapipe/Plan/StagingSplit.h - Load phase in two halves --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Register staging cuts the load slice in two: what must run before compute
// (Fetch) and what must run after it (Store).
//
//   float4 tmp = A4[i];            Fetch: tmp = A4[i]      (tmp is persisted)
//   As[c + 0][r] = tmp.x;                                  Store: As[c + 0]...
//   Bs[r][c] = B[j];               Fetch: Bs_reg = B[j]    Store: Bs[r][c] = Bs_reg
//   A4 += step;                    Fetch: A4 += step
//
// With asynchronous copies only, everything is in Fetch.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_PLAN_STAGINGSPLIT_H
#define CUDAPIPE_PLAN_STAGINGSPLIT_H

#include "cudapipe/Analyze/LoopModel.h"
#include <vector>

namespace cudapipe {

/// How one tile store is made.
enum class Travel {
  Async,    ///< cp.async, in Fetch.
  Register, ///< Read into a register in Fetch, stored in Store.
  Direct    ///< Not loaded from memory: stored in Store.
};

/// A statement of the load slice that is not split any further.
struct SliceLeaf {
  const clang::Stmt *S;
  /// Index into LoopModel::Copies; -1 for statements that store no tile.
  int Copy = -1;
  unsigned Item;
  /// ForStmt and IfStmt around it, outermost first.
  llvm::SmallVector<const clang::Stmt *, 3> Parents;
  bool InFetch = false, InStore = false;
};

/// A temporary that Fetch sets and Store reads.
struct PersistedVariable {
  const clang::VarDecl *Var;
  /// Loops around its declaration: one register each trip.
  llvm::SmallVector<const clang::ForStmt *, 2> Loops;
};

struct StagingSplit {
  std::vector<SliceLeaf> Leaves;
  std::vector<PersistedVariable> Persisted;
  /// Registers that hold tiles between Fetch and Store, bytes a thread.
  uint64_t RegisterBytes = 0;

  bool isPersisted(const clang::VarDecl *Var) const {
    return llvm::any_of(Persisted, [&](const PersistedVariable &P) {
      return P.Var == Var;
    });
  }
};

/// Splits the load slice of \p M. \p Travels has one entry a copy.
OrRejection<StagingSplit> splitStaging(const LoopModel &M,
                                       llvm::ArrayRef<Travel> Travels,
                                       const clang::ASTContext &Ctx);

/// Registers more than this a thread spill before they help (measured,
/// docs/variants.md): 64 registers of 4 bytes.
inline constexpr uint64_t MaxRegisterBytes = 256;

} // namespace cudapipe

#endif // CUDAPIPE_PLAN_STAGINGSPLIT_H
