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
//   Bs[r][c] = B[j];               Fetch: next_Bs = B[j]    Store: Bs[r][c] =
//   next_Bs A4 += step;                    Fetch: A4 += step
//
// Fetch keeps what is loaded; what is computed from it waits for Store:
//
//   float x = __half2float(A[i]);  Fetch: next_x = A[i]
//   As[r][c] = x;                                  Store: float x =
//                                                    __half2float(next_x); ...
//
// With asynchronous copies only, everything is in Fetch.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_PLAN_STAGINGSPLIT_H
#define CUDAPIPE_PLAN_STAGINGSPLIT_H

#include "cudapipe/Analyze/LoopModel.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace cudapipe {

/// How one tile store is made.
enum class Travel {
  Async,    ///< cp.async, in Fetch.
  Register, ///< Read into a register in Fetch, stored in Store.
  Direct    ///< Not loaded from memory: stored in Store.
};

/// A load that Fetch makes and keeps, of a statement that runs in Store. There
/// the register stands in the place of the load.
struct KeptLoad : GuardedLoad {
  /// The register is named after it.
  const clang::VarDecl *Name;
  /// Loops around it: one register each trip.
  llvm::SmallVector<const clang::ForStmt *, 2> Loops;
};

/// A statement of the load slice that is not split any further.
struct SliceLeaf {
  const clang::Stmt *S;
  /// Index of its first copy in LoopModel::Copies, and how many it makes; -1
  /// for statements that store no tile. Only an if/else makes several, all of
  /// which travel alike.
  int Copy = -1;
  unsigned Copies = 0;
  unsigned Item;
  /// ForStmt and IfStmt around it, outermost first.
  llvm::SmallVector<const clang::Stmt *, 3> Parents;
  bool InFetch = false, InStore = false;
  /// Fetch runs these loads instead of the statement.
  std::vector<KeptLoad> Kept = {};
  /// ... and the statement too: an address needs what it sets.
  bool WholeInFetch = false;
};

/// A temporary that Fetch sets and Store reads.
///
/// Most are set once, and the register goes by the variable's name. One that
/// is set anew for another tile (`tmp = A4[i]; ... tmp = B4[j]; ...`) needs a
/// register for each value, and its uses are renamed.
struct PersistedVariable {
  const clang::VarDecl *Var;
  /// Index into StagingSplit::Leaves of the statement that sets it; -1: the
  /// one register holds whatever the variable holds.
  int Definition = -1;
  /// Loops around it: one register each trip.
  llvm::SmallVector<const clang::ForStmt *, 2> Loops;
};

struct StagingSplit {
  std::vector<SliceLeaf> Leaves;
  std::vector<PersistedVariable> Persisted;
  /// Variables that Fetch does not set, and Store does.
  VarSet Deferred;
  /// Whose arms store to the same places: Store does so once.
  std::vector<const clang::IfStmt *> Joined;
  /// ... and the copies of one arm go by the registers of the other.
  llvm::DenseMap<unsigned, unsigned> RegisterOf;
  /// Registers that hold tiles between Fetch and Store, bytes a thread.
  uint64_t RegisterBytes = 0;
  /// The same in registers, of which each value takes one at least.
  uint64_t Registers = 0;

  /// The register that holds \p Var at leaf \p Leaf, if uses are renamed: the
  /// one of the last definition in front of it. Index into Persisted, or -1.
  int renamedAt(const clang::VarDecl *Var, unsigned Leaf) const {
    int Out = -1;
    for (int I = 0, E = Persisted.size(); I < E; ++I)
      if (Persisted[I].Var == Var && Persisted[I].Definition >= 0 &&
          unsigned(Persisted[I].Definition) <= Leaf)
        Out = I;
    return Out;
  }
  /// Fetch keeps what copy \p Copy loads, not what it stores.
  bool keepsLoadsOf(int Copy) const {
    return llvm::any_of(Leaves, [&](const SliceLeaf &L) {
      return L.Copy == Copy && !L.Kept.empty();
    });
  }
  bool isInJoinedArm(unsigned Copy) const {
    return llvm::any_of(RegisterOf, [&](const auto &Pair) {
      return Pair.first == Copy || Pair.second == Copy;
    });
  }
  bool joinsArms(const clang::IfStmt *If) const {
    return llvm::is_contained(Joined, If);
  }
  bool isPersisted(const clang::VarDecl *Var) const {
    return llvm::any_of(
        Persisted, [&](const PersistedVariable &P) { return P.Var == Var; });
  }
  /// Store declares \p Var, one of \p Decls, as Fetch does. What is in a
  /// register it finds there; what comes from memory and is in none may go.
  bool makesInStore(const clang::DeclStmt &Decls, const clang::VarDecl &Var,
                    const PointerFlow &Flow,
                    const clang::ASTContext &Ctx) const;
};

/// Splits the load slice of \p M. \p Travels has one entry a copy. With
/// \p AsConverted, what a template argument types counts as converted.
OrRejection<StagingSplit> splitStaging(const LoopModel &M,
                                       llvm::ArrayRef<Travel> Travels,
                                       const clang::ASTContext &Ctx,
                                       bool AsConverted);

/// `T[i] = A[i], U[i] = B[i]`, of which each part is a leaf; else null.
const clang::BinaryOperator *separateStores(const clang::Stmt *S,
                                            const LoopModel &M);

/// Registers for a value inside \p Loops of the load phase of \p M; nothing if
/// a trip count is unknown.
std::optional<uint64_t>
registersFor(llvm::ArrayRef<const clang::ForStmt *> Loops, const LoopModel &M,
             const clang::ASTContext &Ctx);

/// CopyCountUnknown at \p Where, a "store" or a "load" (\p What) of \p Kernel.
Rejection unknownCount(const clang::FunctionDecl &Kernel,
                       const clang::Stmt *Where, const char *What);

/// Adds the local variables that \p S names to \p Out, less those that only
/// \p Except, parts of S, name.
void collectNames(const clang::Stmt *S,
                  llvm::ArrayRef<const clang::Stmt *> Except, VarSet &Out);

/// More than this a thread is likely to spill before it helps (a guess on the
/// safe side, not measured): 64 registers of 4 bytes.
inline constexpr uint64_t MaxRegisterBytes = 256;

} // namespace cudapipe

#endif // CUDAPIPE_PLAN_STAGINGSPLIT_H
