//===- LoopAnalysis.h - The steps behind buildLoopModel() -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each step fills its part of the model or says why there is none. The order is
// that of buildLoopModel().
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_LOOPANALYSIS_H
#define CUDAPIPE_LIB_ANALYZE_LOOPANALYSIS_H

#include "Analyze/Threads/LaunchFacts.h"
#include "cudapipe/Analyze/LoopModel.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ParentMap.h"
#include <functional>

namespace cudapipe {

using MaybeRejection = std::optional<Rejection>;

/// What those who call a device function say of it.
struct CallerFacts {
  /// Parameters that may differ from thread to thread.
  VarSet PerThread;
  /// The same, for conditions under which the function itself has barriers:
  /// there threads may not differ, whoever calls it.
  VarSet PerThreadAtBarriers;
  /// Why others may call it that are not known: "stands in a header". All but
  /// what callers in sight forbid then is as the function itself has it.
  const char *Elsewhere = nullptr;
  /// A parameter for which a caller in sight passes shared memory.
  const clang::ParmVarDecl *Shared = nullptr;
  /// Some kernel calls it more than once.
  bool RunsAgain = false;
  /// Between two such calls threads may leave the kernel.
  bool ThreadsLeave = false;
};

struct LoopAnalysis {
  /// \p SplitRegions: see PointerFlow.
  LoopAnalysis(const clang::FunctionDecl &Kernel, const clang::Stmt &Loop,
               const clang::ASTContext &Ctx, const LaunchFacts &Facts,
               bool AssumeNoAlias, bool SplitRegions);
  LoopAnalysis(const LoopAnalysis &) = delete;

  const clang::ASTContext &Ctx;
  const LaunchFacts &Facts;
  const bool AssumeNoAlias;
  /// All launches pass memory of different allocations for two parameters of
  /// the kernel; empty: nobody knows. Whether a rule has relied on it.
  std::function<bool(const clang::ParmVarDecl &, const clang::ParmVarDecl &)>
      PassedApart;
  mutable bool ReliesOnLaunches = false;
  PointerFlow Flow;
  clang::ParentMap Parents;
  LoopModel M;
  /// LoopCandidate::Others.
  std::vector<const clang::Stmt *> Others;

  /// The update expressions of the header's increment, and what they do.
  llvm::SmallVector<const clang::Expr *, 4> Increments;
  Effects CondEffects, IncEffects;
  /// Variables declared by the loop's init statement.
  VarSet DeclaredInHeader;
  /// Variables that the body or the header writes.
  VarSet WrittenInLoop;
  /// Arrays of the thread of which nothing is read behind the loop.
  VarSet EndWithLoop;
  CallerFacts Callers;

  /// The loop stands in a device function, not in a kernel.
  bool inDeviceFunction() const;
  /// From now on PassedApart is known, of kernels, by \p Launches.
  void askLaunches(
      llvm::function_ref<const LaunchSites &(const clang::FunctionDecl &)>
          Launches);
  /// Takes over what \p Other knows about the callers.
  void adoptCallers(const LoopAnalysis &Other);

  bool isTile(const clang::VarDecl *Var) const {
    return llvm::is_contained(M.Staged.Tiles, Var);
  }
  /// A shared array that the loop stores to.
  bool isStored(const clang::VarDecl *Var) const {
    return isTile(Var) || llvm::is_contained(M.Staged.Scratch, Var);
  }
  bool inLoad(unsigned Item) const {
    return M.Items[Item].R == Role::Load || M.Items[Item].R == Role::Both;
  }
  bool declaredInBody(const clang::VarDecl *Var) const;
  /// \p E reads nothing that the loop changes, `Except` aside, and what early
  /// items set.
  bool isInvariant(const clang::Expr *E,
                   const clang::VarDecl *Except = nullptr) const;
  /// LoopCandidate::IncludersKnown.
  bool IncludersKnown = false;
};

/// "'text of S'", one line, shortened.
std::string quoted(const clang::Stmt *S, const clang::ASTContext &Ctx);
std::string quoted(const clang::NamedDecl *D);
/// \p Update has the form `v op= e`, `++v` or `v = f(v)` with nothing else in
/// it that the loop changes.
bool isSimpleUpdate(const LoopAnalysis &A, const clang::VarDecl *Var,
                    const clang::Expr *Update);
/// `for` and `while` headers: init, condition, increments.
MaybeRejection readHeader(LoopAnalysis &A);
/// The loop stands in the kernel or a function itself.
MaybeRejection checkLambda(LoopAnalysis &A);
/// The items of the body; jumps, unknown effects, barriers in branches.
MaybeRejection readItems(LoopAnalysis &A);
/// \p S is one barrier of all threads of the block and nothing else; functions
/// that do only that are followed to \p Depth calls.
bool isBlockBarrier(const clang::Stmt *S, const clang::FunctionDecl &Kernel,
                    const clang::ASTContext &Ctx, unsigned Depth = 4);
/// Sorts the asynchronous copies, commits and waits of one item: called by
/// readItems().
MaybeRejection readAsyncItem(const LoopAnalysis &A, BodyItem &Item);
/// Rules 2 and 8: the load slice and the variables it shares with the rest.
MaybeRejection sliceLoad(LoopAnalysis &A);
/// Rule 2: makes the statements that set \p Var, which one trip hands to the
/// next, early items. False, and nothing is changed, if they cannot be.
bool settleEarly(LoopAnalysis &A, const clang::VarDecl *Var);
/// Only lambdas that the compute phase makes anew in each trip name \p Var, a
/// recurrence, besides itself. There it is the variable that it was: the load
/// phase has a copy of its own.
bool isReadByLambdasOfCompute(const LoopAnalysis &A, const clang::VarDecl *Var);
/// Sets KeepsReuse and KeepsPublish of LoopModel::Barriers: called by
/// sliceLoad().
void keepBarriers(LoopAnalysis &A);
/// \p Item, which is not of the load phase, does not meet the compute phase in
/// memory, or a barrier stays between them.
bool isKeptApart(const LoopAnalysis &A, unsigned Item);
/// Every tile store of the load slice.
MaybeRejection readCopies(LoopAnalysis &A);
/// Reads the asynchronous copy Store of \p Copy: called by readCopies().
MaybeRejection readAsyncCopy(const LoopAnalysis &A, TileCopy &Copy);
/// Threads start at their own places, and make as many trips if they agree on
/// this limit. Null if that is not so.
const clang::Expr *limitOfWholeRounds(const LoopAnalysis &A);
/// How a loop that a rule rejects loads a tile ahead by itself, if it does.
MaybeRejection findOwnPipeline(const LoopAnalysis &A);
/// Shared variables, no arrays, that hold one value for all threads of the
/// block while the loop runs: it does not store to them, and a barrier stands
/// between it and what does.
VarSet publishedScalars(const LoopAnalysis &A);
/// The same at \p S of \p Function, and in the conditions around it; of loops
/// around it, each trip ends with such a barrier.
VarSet publishedScalarsAt(const clang::Stmt &S,
                          const clang::FunctionDecl &Function,
                          const PointerFlow &Flow, const clang::ASTContext &Ctx,
                          const clang::ParentMap &Parents);
/// Fills StagedTiles::Dynamic, or says why there can be no second stage of what
/// lies in dynamic shared memory.
MaybeRejection readDynamicArea(LoopAnalysis &A);
/// More than one name of dynamic shared memory that the loop may reach.
MaybeRejection checkDynamicNames(const LoopAnalysis &A);
/// CopyLoopProofs::EvenLoops. \p ReadFacts is called only if it matters.
bool loopsAreEven(const LoopAnalysis &A,
                  llvm::function_ref<LaunchFacts()> ReadFacts);
/// CopyLoopProofs::BlockDim. \p ReadFacts is called only if it matters.
BlockShape blockOfSteps(const LoopAnalysis &A,
                        llvm::function_ref<LaunchFacts()> ReadFacts);
/// What stands before, after and around the loop.
void readSurroundings(LoopAnalysis &A);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_LOOPANALYSIS_H
