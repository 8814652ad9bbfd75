//===- MovingPointers.cpp - Pointers of a thread that step ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MovingPointers.h"
#include "Analyze/Integers/IndexForm.h"
#include "Analyze/Tiles/CopyReader.h"
#include "VariableUses.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/PassedPointers.h"
#include "cudapipe/Analyze/Taint.h"
#include "cudapipe/Analyze/TripCount.h"

using namespace clang;

namespace cudapipe {
namespace {

const DeclRefExpr *refTo(const Expr *E, const VarDecl *Var) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref && Ref->getDecl() == Var ? Ref : nullptr;
}

/// What \p E, `v += d`, `v = v + d` or `++v`, adds to \p Var: nothing if it is
/// none of these, null for one.
std::optional<const Expr *> stepOf(const Expr *E, const VarDecl *Var) {
  E = E->IgnoreParens();
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && Op->isIncrementOp() && refTo(Op->getSubExpr(), Var))
    return nullptr;
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op || !refTo(Op->getLHS(), Var))
    return std::nullopt;
  if (Op->getOpcode() == BO_AddAssign)
    return Op->getRHS();
  const auto *Sum =
      dyn_cast<BinaryOperator>(Op->getRHS()->IgnoreParenImpCasts());
  if (Op->getOpcode() == BO_Assign && Sum && Sum->getOpcode() == BO_Add &&
      refTo(Sum->getLHS(), Var))
    return Sum->getRHS();
  return std::nullopt;
}

class Finder {
public:
  Finder(const LoopCandidate &Candidate, const ASTContext &Ctx)
      : Kernel(*Candidate.Kernel), Ctx(Ctx), Flow(pointersOf(Candidate, Ctx)),
        Found(Kernel.getBody()),
        PerThread(Kernel.getBody(), Flow, Ctx, Taint::Seed::ThreadIndex),
        Loop(dyn_cast<ForStmt>(Candidate.Loop)) {}

  std::vector<MovingPointer> find();

private:
  bool readCounter();
  std::optional<MovingPointer> read(const VarDecl *Var) const;
  bool readStart(MovingPointer &P) const;
  bool readSteps(MovingPointer &P) const;
  bool readFactor(MovingPointer &P, const Expr *By) const;
  bool isFixed(const Expr *E, llvm::ArrayRef<const Stmt *> In) const;
  bool isOne(const Expr *E) const { return !E || constantValue(E, Ctx) == 1; }

  const FunctionDecl &Kernel;
  const ASTContext &Ctx;
  PointerFlow Flow;
  VariableUses Found;
  Taint PerThread;
  const ForStmt *Loop;
  llvm::SmallVector<const Expr *, 2> Increments;
  const VarDecl *Counter = nullptr;
  const Expr *CounterStep = nullptr; ///< Null: one.
};

void splitCommas(const Expr *E, llvm::SmallVectorImpl<const Expr *> &Out) {
  const auto *Op = dyn_cast_or_null<BinaryOperator>(E);
  if (Op && Op->getOpcode() == BO_Comma) {
    splitCommas(Op->getLHS(), Out);
    splitCommas(Op->getRHS(), Out);
  } else if (E) {
    Out.push_back(E);
  }
}

/// \p E has one value wherever it is evaluated in \p In.
bool Finder::isFixed(const Expr *E, llvm::ArrayRef<const Stmt *> In) const {
  Effects X = effectsOf(E, Flow, Ctx);
  if (!X.Writes.empty() || !X.MemoryReads.empty() || !X.MemoryWrites.empty() ||
      !X.Unknown.empty() || !X.Pinned.empty() || !X.Barriers.empty() ||
      !X.Exits.empty() || !X.AsyncCopies.empty())
    return false;
  for (const VarDecl *Var : X.Reads)
    if (Flow.isAliased(Var) && !Var->getType().isConstQualified())
      return false;
  for (const Stmt *S : In)
    for (const VarDecl *Var : effectsOf(S, Flow, Ctx).Writes)
      if (X.Reads.count(Var))
        return false;
  return true;
}

/// `for (int k = 0; ...; k += BK)`: the one variable that counts from zero.
bool Finder::readCounter() {
  if (!Loop || !Loop->getInit() || !Loop->getInc() || findJump(Loop->getBody()))
    return false;
  splitCommas(Loop->getInc(), Increments);
  const auto *Decls = dyn_cast<DeclStmt>(Loop->getInit());
  if (!Decls)
    return false;
  Effects Body = effectsOf(Loop->getBody(), Flow, Ctx);
  Effects Cond = effectsOf(Loop->getCond(), Flow, Ctx);
  for (const Decl *D : Decls->decls()) {
    const auto *Var = dyn_cast<VarDecl>(D);
    if (!Var || !Var->getInit() || !Var->getType()->isIntegerType() ||
        Ctx.getTypeSize(Var->getType()) < 32 || Flow.isAliased(Var) ||
        constantValue(Var->getInit(), Ctx) != 0 || Body.Writes.count(Var) ||
        Cond.Writes.count(Var))
      continue;
    unsigned Changes = 0;
    std::optional<const Expr *> By;
    for (const Expr *Increment : Increments)
      if (effectsOf(Increment, Flow, Ctx).Writes.count(Var)) {
        ++Changes;
        By = stepOf(Increment, Var);
      }
    if (Changes != 1 || !By || (*By && !isFixed(*By, {Loop})))
      continue;
    // Going down, it would wrap around where pointers do not.
    if (*By && Var->getType()->isUnsignedIntegerType() &&
        Ctx.getTypeSize(Var->getType()) < 64 &&
        !(*By)->IgnoreImpCasts()->getType()->isUnsignedIntegerType() &&
        constantValue((*By)->IgnoreImpCasts(), Ctx).value_or(-1) < 0)
      continue;
    Counter = Var;
    CounterStep = *By;
    return true;
  }
  return false;
}

/// In front of the loop, in a block that is left with it, and with nothing in
/// between that changes what it says.
bool Finder::readStart(MovingPointer &P) const {
  if (isa<ParmVarDecl>(P.Var)) {
    for (const DeclRefExpr *Use : Found.usesOf(P.Var)) {
      const auto *Op = dyn_cast_or_null<BinaryOperator>(Found.parentOf(Use));
      if (!Op || Op->getOpcode() != BO_AddAssign || Op->getLHS() != Use ||
          Found.contains(Loop, Op))
        continue;
      if (P.Declaration)
        return false;
      P.Declaration = Op;
      P.Start = Op->getRHS();
    }
  } else if (const DeclStmt *Decls = Found.declarationOf(P.Var);
             Decls && Decls->isSingleDecl()) {
    P.Declaration = Decls;
    P.Start = P.Var->getInit();
  }
  if (!P.Declaration || !P.Start)
    return false;
  // In a loop, a parameter goes on from where the last round left it.
  if (isa<ParmVarDecl>(P.Var))
    for (const Stmt *S = P.Declaration; S; S = Found.parentOf(S))
      if (isa<ForStmt, WhileStmt, DoStmt>(S))
        return false;
  // The statements behind the declaration, up to that which holds the loop.
  llvm::SmallVector<const Stmt *, 8> Behind;
  const CompoundStmt *Block = Found.blockOf(P.Declaration);
  const Stmt *Holder = nullptr;
  bool IsBehind = false;
  for (const Stmt *S : Block
                           ? Block->body()
                           : CompoundStmt::body_const_range(nullptr, nullptr)) {
    if (IsBehind)
      Behind.push_back(S);
    IsBehind |= S == P.Declaration;
    if (IsBehind && Found.contains(S, Loop))
      Holder = S;
  }
  // In a loop around, it would go on from where the last round left it.
  while (Holder && Holder != Loop) {
    const Stmt *Next = nullptr;
    if (isa<CompoundStmt, IfStmt, AttributedStmt>(Holder))
      for (const Stmt *Child : Holder->children())
        if (Child && Found.contains(Child, Loop))
          Next = Child;
    Holder = Next;
  }
  return Holder && isFixed(P.Start, Behind);
}

/// \p By, a step of the pointer, as a multiple of the counter's.
bool Finder::readFactor(MovingPointer &P, const Expr *By) const {
  if (By && (!isFixed(By, {Loop}) || PerThread.reaches(By)))
    return false;
  auto Same = [&](const Expr *A, const Expr *B) {
    if (isOne(A) || isOne(B))
      return isOne(A) && isOne(B);
    std::optional<int64_t> Left = constantValue(A, Ctx);
    return (Left && Left == constantValue(B, Ctx)) ||
           sameExpression(A->IgnoreParenImpCasts(), B->IgnoreParenImpCasts(),
                          Ctx);
  };
  if (Same(By, CounterStep))
    return true;
  std::optional<int64_t> Step = By ? constantValue(By, Ctx) : 1;
  std::optional<int64_t> Count =
      CounterStep ? constantValue(CounterStep, Ctx) : 1;
  if (Step && Count && *Count > 0 && *Step % *Count == 0) {
    P.ConstantFactor = *Step / *Count;
    return true;
  }
  if (isOne(CounterStep)) {
    P.Factor = By;
    return true;
  }
  // Unsigned, the product may have wrapped around.
  const auto *Product = dyn_cast<BinaryOperator>(By->IgnoreParenImpCasts());
  if (!Product || Product->getOpcode() != BO_Mul ||
      (!Product->getType()->isSignedIntegerType() &&
       Ctx.getTypeSize(Product->getType()) < 64))
    return false;
  if (Same(Product->getLHS(), CounterStep))
    P.Factor = Product->getRHS();
  else if (Same(Product->getRHS(), CounterStep))
    P.Factor = Product->getLHS();
  return P.Factor;
}

bool Finder::readSteps(MovingPointer &P) const {
  const auto *Body = dyn_cast<CompoundStmt>(Loop->getBody());
  if (!Body)
    return false;
  P.Step = nullptr;
  std::optional<const Expr *> By;
  for (const Expr *Increment : Increments)
    if (std::optional<const Expr *> Here = stepOf(Increment, P.Var)) {
      if (P.Step)
        return false;
      P.Step = Increment;
      By = Here;
    }
  bool IsBehind = false;
  unsigned Known = 0;
  for (const Stmt *S : Body->body()) {
    const auto *E = dyn_cast<Expr>(S);
    if (std::optional<const Expr *> Here =
            E ? stepOf(E, P.Var) : std::nullopt) {
      if (P.Step)
        return false;
      P.Step = E;
      By = Here;
      IsBehind = true;
      continue;
    }
    for (const DeclRefExpr *Use : Found.usesOf(P.Var))
      if (Found.contains(S, Use)) {
        if (IsBehind)
          return false;
        P.Uses.push_back(Use);
      }
  }
  Known = P.Uses.size();
  for (const DeclRefExpr *Use : Found.usesOf(P.Var))
    Known += P.Step && (Found.contains(P.Step, Use) ||
                        Found.parentOf(Use) == P.Declaration);
  return P.Step && !P.Uses.empty() && Known == Found.usesOf(P.Var).size() &&
         readFactor(P, *By);
}

std::optional<MovingPointer> Finder::read(const VarDecl *Var) const {
  QualType Type = Var->getType();
  if (!Var->hasLocalStorage() || !Type->isPointerType() ||
      Type->isDependentType() || Type.isVolatileQualified() ||
      Type->getPointeeType().isVolatileQualified() || Flow.isAliased(Var) ||
      Var->hasAttrs() || !PerThread.reaches(Var))
    return std::nullopt;
  MovingPointer P{Var, nullptr, nullptr, Counter, nullptr, 1, nullptr, {}};
  if (!readStart(P) || !readSteps(P))
    return std::nullopt;
  // Read, and not changed by what they stand in.
  for (const DeclRefExpr *Use : P.Uses)
    if (const auto *Cast =
            dyn_cast_or_null<ImplicitCastExpr>(Found.parentOf(Use));
        !Cast || Cast->getCastKind() != CK_LValueToRValue)
      return std::nullopt;
  return P;
}

std::vector<MovingPointer> Finder::find() {
  std::vector<MovingPointer> Out;
  if (!readCounter())
    return Out;
  std::vector<const VarDecl *> Variables = Found.variables();
  llvm::append_range(Variables, Kernel.parameters());
  for (const VarDecl *Var : Variables)
    if (std::optional<MovingPointer> P = read(Var))
      Out.push_back(std::move(*P));
  return Out;
}

} // namespace

std::vector<MovingPointer> findMovingPointers(const LoopCandidate &Candidate,
                                              const ASTContext &Ctx) {
  return Finder(Candidate, Ctx).find();
}

} // namespace cudapipe
