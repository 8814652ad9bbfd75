//===- Locks.cpp - Waits that any number of blocks survive ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who has a lock runs, and a block that runs stays where it is until its end.
// So it is given back whichever blocks are yet to start: if who takes it gives
// it back in any case, and if nobody else can, as in a handshake.
//
//===----------------------------------------------------------------------===//

#include "Locks.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/LoopParts.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/FoldingSet.h"

using namespace clang;

namespace cudapipe {
namespace {

/// A call of an atomic function of CUDA's: `atomicCAS(At, Expected, Made)`,
/// `atomicExch(At, Made)`.
struct LockStep {
  const CallExpr *Call = nullptr;
  const Expr *At = nullptr;
  std::optional<int64_t> Expected, Made;
};

class LockFinder {
public:
  LockFinder(const FunctionDecl &Kernel, const Effects &All,
             const PointerFlow &Flow, const ASTContext &Ctx)
      : Kernel(Kernel), All(All), Flow(Flow), Ctx(Ctx) {}

  bool isLock(const Stmt &Wait);

private:
  LockStep stepOf(const Stmt *S, llvm::StringRef Name) const;
  bool readTake(const Stmt &Wait);
  bool gives(const Stmt *S) const;
  bool isGivenBack(const Stmt &Wait) const;
  bool isNobodyElses() const;
  bool isSteady(const Expr &E) const;
  bool areSame(const Expr *A, const Expr *B) const;

  const FunctionDecl &Kernel;
  const Effects &All;
  const PointerFlow &Flow;
  const ASTContext &Ctx;
  LockStep Take;
};

} // namespace

/// \p S is a call of \p Name, or of that in a scope: atomicCAS_block() is no
/// lock for blocks.
LockStep LockFinder::stepOf(const Stmt *S, llvm::StringRef Name) const {
  const auto *E = dyn_cast_or_null<Expr>(S);
  const auto *Call = E ? dyn_cast<CallExpr>(E->IgnoreParenImpCasts()) : nullptr;
  const FunctionDecl *Callee = Call ? knownCallee(*Call) : nullptr;
  if (!Callee || !Callee->getIdentifier() || Callee->getName() != Name)
    return {};
  LockStep Out{Call, Call->getArg(0), {}, {}};
  const unsigned Count = Call->getNumArgs();
  if (Name == "atomicCAS" && Count == 3)
    Out.Expected = constantValue(Call->getArg(1), Ctx);
  if (Count > 1)
    Out.Made = constantValue(Call->getArg(Count - 1), Ctx);
  return Out;
}

/// `while (atomicCAS(p, 0, 1) != 0);`, also without the comparison.
bool LockFinder::readTake(const Stmt &Wait) {
  if (!isa<WhileStmt, DoStmt>(Wait))
    return false;
  const Stmt *Body = bodyOf(Wait);
  const auto *Block = dyn_cast<CompoundStmt>(Body);
  const Expr *Test = testOf(Wait);
  if (!Test || !(isa<NullStmt>(Body) || (Block && Block->body_empty())))
    return false;
  std::optional<int64_t> Free = 0;
  Test = Test->IgnoreParenImpCasts();
  if (const auto *Op = dyn_cast<BinaryOperator>(Test)) {
    if (Op->getOpcode() != BO_NE)
      return false;
    const bool IsRight = stepOf(Op->getRHS(), "atomicCAS").Call;
    Free = constantValue(IsRight ? Op->getLHS() : Op->getRHS(), Ctx);
    Test = IsRight ? Op->getRHS() : Op->getLHS();
  }
  Take = stepOf(Test, "atomicCAS");
  return Take.Call && Take.Expected && Take.Made && Free == Take.Expected &&
         Take.Expected != Take.Made && isSteady(*Take.At);
}

/// \p E has the same value wherever it stands in the kernel.
bool LockFinder::isSteady(const Expr &E) const {
  const Effects Asked = effectsOf(&E, Flow, Ctx);
  return Asked.Writes.empty() && Asked.MemoryWrites.empty() &&
         Asked.MemoryReads.empty() && Asked.Unknown.empty() &&
         Asked.Pinned.empty() && Asked.Barriers.empty() &&
         llvm::all_of(Asked.Reads, [&](const VarDecl *Var) {
           return (Var->hasLocalStorage() && isNeverChanged(*Var) &&
                   !Flow.isAliased(Var)) ||
                  Var->getType().isConstQualified();
         });
}

bool LockFinder::areSame(const Expr *A, const Expr *B) const {
  llvm::FoldingSetNodeID First, Second;
  A->IgnoreParenCasts()->Profile(First, Ctx, /*Canonical=*/true);
  B->IgnoreParenCasts()->Profile(Second, Ctx, /*Canonical=*/true);
  return First == Second;
}

bool LockFinder::gives(const Stmt *S) const {
  const LockStep Step = stepOf(S, "atomicExch");
  return Step.Call && Step.Made == Take.Expected && areSame(Step.At, Take.At);
}

/// What an if with nothing else holds, or \p S; \p Cond: its condition.
static const Stmt *underCondition(const Stmt *S, const Expr *&Cond) {
  Cond = nullptr;
  const auto *If = dyn_cast<IfStmt>(S);
  if (!If || If->getElse() || If->getInit() || If->hasVarStorage() ||
      If->isConstexpr())
    return S;
  Cond = If->getCond();
  const auto *Block = dyn_cast<CompoundStmt>(If->getThen());
  return Block && Block->size() == 1 ? Block->body_front() : If->getThen();
}

/// Of the statements of a block, one takes the lock and a later one, for the
/// same threads, gives it back; nothing leaves the block between them.
bool LockFinder::isGivenBack(const Stmt &Wait) const {
  return holds(Kernel.getBody(), [&](const Stmt &In) {
    const auto *Block = dyn_cast<CompoundStmt>(&In);
    if (!Block)
      return false;
    const Expr *Taking = nullptr, *Giving = nullptr;
    const auto *At = llvm::find_if(Block->body(), [&](const Stmt *S) {
      return underCondition(S, Taking) == &Wait;
    });
    if (At == Block->body_end() || (Taking && !isSteady(*Taking)))
      return false;
    for (const Stmt *S : llvm::make_range(std::next(At), Block->body_end())) {
      if (gives(underCondition(S, Giving)) &&
          (!Giving || (Taking && areSame(Giving, Taking))))
        return true;
      if (holdsA<ReturnStmt, GotoStmt, IndirectGotoStmt, GCCAsmStmt>(S) ||
          !effectsOf(S, Flow, Ctx).Exits.empty())
        return false;
    }
    return false;
  });
}

/// The variable that \p Address is, or is the address of.
static const VarDecl *lockVariable(const Expr *Address) {
  Address = Address->IgnoreParenCasts();
  if (const auto *Op = dyn_cast<UnaryOperator>(Address);
      Op && Op->getOpcode() == UO_AddrOf)
    Address = Op->getSubExpr()->IgnoreParenCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Address);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// A lock is not its own without one.
static bool isFence(const Occurrence &Unknown) {
  const auto *Call = dyn_cast<CallExpr>(Unknown.Where);
  const FunctionDecl *Callee = Call ? knownCallee(*Call) : nullptr;
  return Callee && Callee->getIdentifier() &&
         Callee->getName().starts_with("__threadfence");
}

/// All that names the lock takes it, once, or gives it back, and no store
/// through another pointer can meet it.
bool LockFinder::isNobodyElses() const {
  const VarDecl *Lock = lockVariable(Take.At);
  if (!Lock || Lock->hasAttr<CUDASharedAttr>())
    return false;
  llvm::SmallVector<const Stmt *, 4> Steps;
  forEach<CallExpr>(Kernel.getBody(), [&](const CallExpr &Call) {
    const LockStep Taken = stepOf(&Call, "atomicCAS");
    if (gives(&Call) ||
        (Taken.Call && areSame(Taken.At, Take.At) &&
         Taken.Expected == Take.Expected && Taken.Made == Take.Made))
      Steps.push_back(&Call);
  });
  // Another step might be what this one waits for.
  if (Steps.size() != 2 || mentions(Kernel.getBody(), Lock, Steps))
    return false;
  auto IsStep = [&](const MemoryAccess &Access) {
    return llvm::any_of(
        Steps, [&](const Stmt *S) { return contains(S, Access.Where); });
  };
  if (!llvm::all_of(All.Unknown, isFence) ||
      llvm::any_of(All.MemoryWrites, [&](const MemoryAccess &Write) {
        return Write.Root.Var == Lock && !IsStep(Write);
      }))
    return false;
  // A variable of its own is met by no pointer; one that is passed, by those of
  // its type.
  auto Signed = [&](QualType Type) {
    if (Type->isPointerType()) // what an atomic function is given
      Type = Type->getPointeeType();
    Type = Type.getUnqualifiedType();
    return Type->isUnsignedIntegerType() && !Type->isBooleanType()
               ? Ctx.getCorrespondingSignedType(Type)
               : Type;
  };
  const QualType Type = Take.Call->getArg(0)->getType();
  return Lock->hasGlobalStorage() ||
         llvm::none_of(All.MemoryWrites, [&](const MemoryAccess &Write) {
           return Write.Root.Kind != MemoryRoot::Shared && !IsStep(Write) &&
                  Ctx.hasSameType(Signed(Type), Signed(Write.Where->getType()));
         });
}

bool LockFinder::isLock(const Stmt &Wait) {
  return readTake(Wait) && isGivenBack(Wait) && isNobodyElses();
}

bool takesLock(const BlockWait &Wait, const FunctionDecl &Kernel,
               const Effects &All, const PointerFlow &Flow,
               const ASTContext &Ctx) {
  return LockFinder(Kernel, All, Flow, Ctx).isLock(*Wait.Where);
}

} // namespace cudapipe
