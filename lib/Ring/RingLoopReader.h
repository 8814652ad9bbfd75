//===- RingLoopReader.h - Reads what can be a ring --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of readRingLoop(), in their order. What they find stands in Out.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_RING_RINGLOOPREADER_H
#define CUDAPIPE_LIB_RING_RINGLOOPREADER_H

#include "SharedPlace.h"
#include "StepWay.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TripCount.h"
#include "cudapipe/Match/KLoop.h"
#include "cudapipe/Ring/RingLoop.h"
#include "clang/AST/ExprCXX.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include <map>
#include <set>

namespace cudapipe {

/// `threadIdx.x`, or another \p Pseudo, or what a variable has of it.
bool isOfX(const clang::Expr *E, llvm::StringRef Pseudo);

/// One thread of a block in one dimension holds \p Cond.
bool isOneThread(const clang::Expr *Cond, const clang::ASTContext &Ctx);

/// The variable of shared memory that \p Name is, or leads into.
const clang::VarDecl *rootOf(const clang::VarDecl *Name);

/// \p Assembly makes no instruction hang on a predicate that it computes.
bool alwaysRuns(const clang::GCCAsmStmt &Assembly);

/// An object of \p Type may hold an address, or a number made of one.
bool holdsAddress(clang::QualType Type, const clang::ASTContext &Ctx,
                  unsigned Depth = 0);

class RingLoopReader {
public:
  RingLoopReader(const LoopCandidate &Candidate, const Rejection &OneBuffer,
                 bool IsOneDimensional, const clang::ASTContext &Ctx)
      : Candidate(Candidate), OneBuffer(OneBuffer),
        IsOneDimensional(IsOneDimensional), Ctx(Ctx), Flow(*Candidate.Kernel),
        KernelBody(Candidate.Kernel->getBody()) {
    Out.Kernel = Candidate.Kernel;
  }

  OrRejection<RingLoop> read();

private:
  using Why = std::optional<Rejection>;
  Rejection reject(RejectionKind Kind, const clang::Stmt *At,
                   const llvm::Twine &Text) {
    return {Kind, At->getSourceRange(), Text.str()};
  }
  Why readHeader();
  Why readAround();
  Why sortSteps();
  Why readCopies();
  Why readBarrier(const TransferStep &Copy);
  Why readArea(const clang::VarDecl &Array, const TransferStep &Copy);
  Why checkArea();
  Why readNames(const clang::VarDecl *Through, const clang::Stmt *At);
  Why collectNames();
  bool mayNameAnother(const clang::Expr *Init) const;
  bool isFixed(const clang::Stmt *S, Way Calls,
               llvm::ArrayRef<const clang::VarDecl *> Turning = {},
               unsigned Depth = 0) const;
  bool isMadeEachTrip(size_t Item, const TransferStep &Step,
                      std::vector<CountedLoop> &Loops) const;
  std::vector<int64_t> timesByThread(size_t Item,
                                     const TransferStep &Step) const;
  /// What a trip expects at a barrier, and copies, in the smallest block in
  /// which both are the same, and, if how many arrive is a constant, as many
  /// do; else in the greatest.
  struct BytesOfBlock {
    int64_t Expected = 0, Copied = 0;
    bool AddsUp = false;
  };
  std::optional<BytesOfBlock> bytesAt(const RingBarrier &B);
  Why checkTrip();
  Why checkSources();
  Why checkAddresses();
  Why checkStages();
  Why checkScopes();
  Why checkArrivals();
  Why checkTypes();
  void collectTokens();
  Why readLoads();
  Why checkBytes();
  Why readWaits();
  Why readParity(const TransferStep &Wait, size_t Item);
  bool countsTrips(const clang::VarDecl *Var, size_t Wait) const;
  Why readPhase(const clang::VarDecl *Var, const TransferStep &Wait,
                size_t Item);
  Why readToken(const clang::CallExpr &Wait, const clang::Expr *Token);
  bool isUsedEarly(size_t Item) const;
  llvm::SmallVector<const clang::VarDecl *, 4>
  waitedTiles(size_t Barrier) const;
  Why findBarrier();
  Why checkAsyncReaders();
  Why readFront();
  /// The statements in front of the loop, and of what is around it.
  std::vector<const clang::Stmt *> inFront() const;
  Why checkUses();
  Why checkLoads();
  Why checkCalls();
  Why checkWay(const TransferStep &Step, llvm::ArrayRef<TransferStep> Of,
               bool IsMoved);
  Why checkCalled(const clang::FunctionDecl &Callee,
                  const PointerFlow &Pointers, llvm::ArrayRef<TransferStep> Of,
                  bool IsMoved);
  Why checkInits();
  Why checkTemplate();
  /// What \p Wait is given as the parity, called functions use for nothing
  /// else.
  bool isForTheWaitAlone(const TransferStep &Wait) const;
  Why checkOtherShared();
  Why checkEffects();
  bool isApartFromSources(const MemoryRoot &To) const;

  std::optional<int64_t> valueOf(const clang::Expr *E, Way Calls) const {
    const ExprOnWay At = outermost({E, Calls});
    return At.E && !At.E->isValueDependent() ? constantValue(At.E, Ctx)
                                             : std::nullopt;
  }
  bool changesInLoop(const clang::VarDecl *Var) const {
    return InLoop.Writes.count(Var);
  }
  bool isConstantInLoop(const clang::Expr *E) const;
  bool isTile(const clang::VarDecl *Var) const {
    return llvm::is_contained(Out.Tiles, Var) || (Var && Var == Out.AreaArray);
  }
  /// \p E is a variable that has one address in each stage.
  bool isName(const clang::Expr *E) const {
    const clang::VarDecl *Var = ringVariable(E);
    return Var && (Var == Out.Area || llvm::is_contained(Out.Names, Var));
  }
  /// A barrier of the ring lies in \p Var.
  bool holdsBarrier(const clang::VarDecl *Var) const {
    return llvm::any_of(Out.Barriers, [&](const RingBarrier &B) {
      return B.Var == Var || (B.Var == Out.Area && Var == Out.AreaArray);
    });
  }
  /// \p S names a tile, or a pointer to one.
  bool touchesTile(const clang::Stmt *S) const {
    return llvm::any_of(
               Out.Tiles,
               [&](const clang::VarDecl *Tile) { return mentions(S, Tile); }) ||
           llvm::any_of(Out.Names, [&](const clang::VarDecl *Name) {
             return mentions(S, Name);
           });
  }
  /// The same of an item, but for the barriers that it waits at.
  bool itemTouchesTile(size_t Item) const {
    return holds(Items[Item], [&](const clang::Stmt &S) {
      return isa<clang::DeclRefExpr>(S) && touchesTile(&S) &&
             llvm::none_of(Steps[Item], [&](const TransferStep &Step) {
               return Step.Kind == TransferStep::BarrierWait &&
                      contains(Step.outermost(), &S);
             });
    });
  }
  RingBarrier *barrierOf(const TransferStep &S) {
    const clang::VarDecl *Through = nullptr;
    const clang::VarDecl *Var = sharedRootOf({S.Barrier, S.Calls}, Through);
    for (RingBarrier &B : Out.Barriers)
      if (B.IsAlone && B.Var == Var)
        return &B;
    const SharedPlace At = placeInTile({S.Barrier, S.Calls});
    for (RingBarrier &B : Out.Barriers)
      if (!B.IsAlone && B.Var == At.Var && At.Offset == B.Offset)
        return &B;
    return nullptr;
  }
  SharedPlace placeInTile(ExprOnWay At) const {
    return placeOf(At, Ctx,
                   [&](const clang::VarDecl *Var) { return Var == Out.Area; });
  }
  /// All threads of the block come to \p S, and nobody goes on before.
  bool isBlockBarrier(const clang::Stmt *S) const;
  bool isBlockBarrier(size_t Item) const { return isBlockBarrier(Items[Item]); }
  /// \p S is what makes a step, or a call that leads there.
  bool isPartOfStep(const clang::Stmt *S) const {
    for (const std::vector<TransferStep> &All : Steps)
      for (const TransferStep &Step : All)
        if (Step.Where == S || llvm::is_contained(Step.Calls, S))
          return true;
    return false;
  }
  /// \p B, as a remark names it.
  std::string spellingOf(const RingBarrier &B) const;
  /// A variable or a member in \p S is \p B.
  bool namesBarrier(const clang::Stmt *S, const RingBarrier &B) const;
  bool isLoad(size_t Item) const {
    return llvm::is_contained(Out.Loads, Items[Item]);
  }

  const LoopCandidate &Candidate;
  const Rejection &OneBuffer;
  const bool IsOneDimensional;
  const clang::ASTContext &Ctx;
  const PointerFlow Flow;
  const clang::Stmt *KernelBody;
  RingLoop Out;
  /// The statements of the body, in order, and the steps of each.
  std::vector<const clang::Stmt *> Items;
  std::vector<std::vector<TransferStep>> Steps;
  Effects InLoop;
  size_t FirstWait = 0, LastWait = 0;
  /// Of the barriers, the items that wait for them.
  std::map<size_t, size_t> WaitOf;
  /// What copies name, a tile or a pointer to one, and the barriers that count
  /// these copies.
  std::map<const clang::VarDecl *, std::set<size_t>> CountedAt;
  /// A copy starts behind the wait for another.
  bool StartsBehindWait = false;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_RING_RINGLOOPREADER_H
