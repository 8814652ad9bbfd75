//===- LocalElements.cpp - Elements of a thread's own arrays --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalElements.h"
#include "Analyze/Tiles/CopyReader.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/StatementTree.h"

using namespace clang;

namespace cudapipe {

static constexpr unsigned MaxSteps = 100000;

int64_t bytesIn(QualType Type, const ASTContext &Ctx) {
  return Type->isDependentType() || Type->isIncompleteType()
             ? 0
             : Ctx.getTypeSizeInChars(Type).getQuantity();
}

LocalElements::LocalElements(const VarDecl &Array, const ASTContext &Ctx)
    : Array(Array), Ctx(Ctx), Set(bytesIn(Array.getType(), Ctx)) {}

//===- Where and how much -------------------------------------------------===//

/// The largest number of \p Type that int has, too.
static int64_t largestOf(QualType Type, const ASTContext &Ctx) {
  if (!Type->isIntegralOrEnumerationType())
    return INT32_MAX;
  unsigned Bits = Ctx.getIntWidth(Type) - Type->isSignedIntegerType();
  return Bits < 31 ? (int64_t(1) << Bits) - 1 : INT32_MAX;
}

/// No number where the arithmetic would leave the range of int, in which all
/// integer types agree but for the narrow.
std::optional<int64_t> LocalElements::value(const Expr *E) const {
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
      Cast && !Cast->isTypeDependent()) {
    std::optional<int64_t> N = value(Cast->getSubExpr());
    return N && *N <= largestOf(E->getType(), Ctx) ? N : std::nullopt;
  }
  if (E->isTypeDependent() || !E->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  auto InRange = [](int64_t N) {
    return N >= 0 && N <= INT32_MAX ? std::optional(N) : std::nullopt;
  };
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      if (auto It = Counters.find(Var); It != Counters.end())
        return It->second;
  if (std::optional<int64_t> N = constantValue(E, Ctx))
    return InRange(*N);
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op || Op->isAssignmentOp())
    return std::nullopt;
  std::optional<int64_t> L = value(Op->getLHS()), R = value(Op->getRHS());
  if (!L || !R)
    return std::nullopt;
  switch (Op->getOpcode()) {
  case BO_Add:
    return InRange(*L + *R);
  case BO_Sub:
    return InRange(*L - *R);
  case BO_Mul:
    return InRange(*L * *R);
  case BO_Div:
    return *R ? InRange(*L / *R) : std::nullopt;
  case BO_Rem:
    return *R ? InRange(*L % *R) : std::nullopt;
  case BO_Shr:
    return *R < 31 ? InRange(*L >> *R) : std::nullopt;
  case BO_Shl:
    return *R < 31 ? InRange(*L << *R) : std::nullopt;
  case BO_And:
    return *L & *R;
  case BO_Or:
    return *L | *R;
  case BO_Xor:
    return *L ^ *R;
  case BO_LT:
    return *L < *R;
  case BO_LE:
    return *L <= *R;
  case BO_GT:
    return *L > *R;
  case BO_GE:
    return *L >= *R;
  case BO_EQ:
    return *L == *R;
  case BO_NE:
    return *L != *R;
  default:
    return std::nullopt;
  }
}

std::optional<LocalElements::Place>
LocalElements::addressOf(const Expr *E) const {
  E = E->IgnoreParens();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl() == &Array ? std::optional(Place{0}) : std::nullopt;
  std::optional<Place> At;
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E)) {
    const Expr *Base = subscriptBase(*Sub);
    At = Base->isGLValue() ? addressOf(Base) : pointer(Base);
    if (!At)
      return std::nullopt;
    int64_t Unit = bytesIn(accessType(E, Ctx), Ctx);
    std::optional<int64_t> Index = value(subscriptIndex(*Sub));
    return Place{At->Offset && Index && Unit
                     ? std::optional(*At->Offset + *Index * Unit)
                     : std::nullopt};
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    At = Member->isArrow() ? pointer(Member->getBase())
                           : addressOf(Member->getBase());
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    if (At && Field && !Field->isBitField() &&
        !Field->getParent()->isDependentType() && At->Offset)
      return Place{*At->Offset +
                   int64_t(Ctx.toCharUnitsFromBits(Ctx.getFieldOffset(Field))
                               .getQuantity())};
    return At ? std::optional(Place{std::nullopt}) : std::nullopt;
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && Op->getOpcode() == UO_Deref)
    return pointer(Op->getSubExpr());
  if (const auto *Cast = dyn_cast<CastExpr>(E);
      Cast && Cast->getSubExpr()->isGLValue() && E->isGLValue())
    return addressOf(Cast->getSubExpr());
  return std::nullopt;
}

/// \p E points into the array.
std::optional<LocalElements::Place>
LocalElements::pointer(const Expr *E) const {
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return Cast->getCastKind() == CK_ArrayToPointerDecay
               ? addressOf(Cast->getSubExpr())
           : Cast->getCastKind() == CK_BitCast || Cast->getCastKind() == CK_NoOp
               ? pointer(Cast->getSubExpr())
               : std::nullopt;
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && Op->getOpcode() == UO_AddrOf)
    return addressOf(Op->getSubExpr());
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op || Op->getOpcode() != BO_Add ||
      !Op->getLHS()->getType()->isPointerType())
    return std::nullopt;
  std::optional<Place> At = pointer(Op->getLHS());
  if (!At)
    return std::nullopt;
  int64_t Unit = bytesIn(Op->getLHS()->getType()->getPointeeType(), Ctx);
  std::optional<int64_t> Index = value(Op->getRHS());
  return Place{At->Offset && Index && Unit
                   ? std::optional(*At->Offset + *Index * Unit)
                   : std::nullopt};
}

std::optional<LocalElements::Bytes>
LocalElements::bytesOf(const Expr *E) const {
  std::optional<Place> At = E->isGLValue() ? addressOf(E) : std::nullopt;
  if (!At)
    return std::nullopt;
  Bytes Out{At->Offset, bytesIn(accessType(E->IgnoreParens(), Ctx), Ctx)};
  if (Out.Size == 0 ||
      (Out.Offset && *Out.Offset + Out.Size > int64_t(Set.size())))
    Out.Offset.reset();
  return Out;
}

//===- What happens -------------------------------------------------------===//

bool LocalElements::playSubscripts(const Expr *E) {
  E = E->IgnoreParens();
  if (isa<DeclRefExpr>(E))
    return true;
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E))
    return playSubscripts(subscriptBase(*Sub)) && play(subscriptIndex(*Sub));
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    return playSubscripts(Op->getLHS()) && play(Op->getRHS());
  return llvm::all_of(E->children(), [&](const Stmt *Child) {
    return playSubscripts(cast<Expr>(Child));
  });
}

bool LocalElements::access(const Expr *E, bool Reads, bool Writes) {
  std::optional<Bytes> B = bytesOf(E);
  if (!B)
    return play(E);
  if (!playSubscripts(E) || E->getType().isVolatileQualified())
    return false;
  if (Reads)
    Exposed |= B->Offset ? Set.find_first_unset_in(*B->Offset,
                                                   *B->Offset + B->Size) != -1
                         : !Set.all();
  if (Writes && B->Offset)
    Set.set(*B->Offset, *B->Offset + B->Size);
  return true;
}

bool LocalElements::playAssignment(const Expr *To, const Expr *From,
                                   bool ReadsToo) {
  bool Good =
      From->isGLValue() ? access(From, /*Reads=*/true, false) : play(From);
  return Good && access(To, ReadsToo, /*Writes=*/true);
}

bool LocalElements::playAsm(const GCCAsmStmt &Asm) {
  for (unsigned I = 0; I < Asm.getNumInputs(); ++I)
    if (!play(Asm.getInputExpr(I)))
      return false;
  for (unsigned I = 0; I < Asm.getNumOutputs(); ++I)
    if (!access(Asm.getOutputExpr(I), Asm.isOutputPlusConstraint(I), true))
      return false;
  return true;
}

bool LocalElements::playBranches(const Stmt *Then, const Stmt *Else) {
  llvm::BitVector Before = Set;
  if (!play(Then))
    return false;
  std::swap(Before, Set);
  if (!play(Else))
    return false;
  Set &= Before;
  return true;
}

/// What stands in \p Parts runs any number of times.
bool LocalElements::playUnknownTrips(llvm::ArrayRef<const Stmt *> Parts) {
  llvm::BitVector Before = Set;
  for (const Stmt *Part : Parts)
    if (!play(Part))
      return false;
  Set = Before;
  return true;
}

/// A break or continue in \p S, even of a loop within.
static bool jumps(const Stmt *S) {
  return holdsA<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt, LabelStmt>(S);
}

bool LocalElements::playFor(const ForStmt &For) {
  const auto *Decls = dyn_cast_or_null<DeclStmt>(For.getInit());
  const auto *Var = Decls && Decls->isSingleDecl()
                        ? dyn_cast<VarDecl>(Decls->getSingleDecl())
                        : nullptr;
  std::optional<int64_t> Start =
      Var && Var->getInit() ? value(Var->getInit()) : std::nullopt;
  const Expr *Inc = For.getInc() ? For.getInc()->IgnoreParens() : nullptr;
  int64_t Step = 0;
  if (const auto *Op = dyn_cast_or_null<UnaryOperator>(Inc);
      Op && Op->isIncrementOp())
    Step = 1;
  else if (const auto *Op = dyn_cast_or_null<BinaryOperator>(Inc);
           Op && Op->getOpcode() == BO_AddAssign)
    Step = value(Op->getRHS()).value_or(0);
  bool Counts = Start && Step > 0 && For.getCond() && changes(Inc, *Var) &&
                !changes(For.getBody(), *Var);
  if (Counts)
    Counters[Var] = *Start;
  if (!Counts || !value(For.getCond())) {
    if (Var)
      Counters.erase(Var);
    return play(For.getInit()) &&
           playUnknownTrips({For.getCond(), For.getBody(), For.getInc()});
  }
  std::optional<int64_t> Goes;
  for (; (Goes = value(For.getCond())) && *Goes; Counters[Var] += Step)
    if (++Steps > MaxSteps ||
        Counters[Var] > largestOf(Var->getType(), Ctx) - Step ||
        !play(For.getBody()))
      return false;
  Counters.erase(Var);
  return Goes.has_value(); // else nobody knows whether it goes on
}

bool LocalElements::play(const Stmt *S) {
  if (!S)
    return true;
  if (++Steps > MaxSteps)
    return false;
  if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Decls->decls()) {
      const auto *Var = dyn_cast<VarDecl>(D);
      if (!Var)
        continue;
      // A reference is another name.
      if (Var->getInit() &&
          (Var->getType()->isReferenceType() ? mentions(Var->getInit(), &Array)
                                             : !play(Var->getInit())))
        return false;
      if (Var == &Array) {
        // Left uninitialized, it holds nothing that anyone may read.
        Set.set();
        continue;
      }
      std::optional<int64_t> N = Var->getInit() && isNeverChanged(*Var)
                                     ? value(Var->getInit())
                                     : std::nullopt;
      if (N)
        Counters[Var] = *N;
      else
        Counters.erase(Var);
    }
    return true;
  }
  if (!mentions(S, &Array))
    return true;
  if (const auto *For = dyn_cast<ForStmt>(S))
    return !jumps(For->getBody()) && playFor(*For);
  if (isa<CompoundStmt, AttributedStmt>(S))
    return llvm::all_of(S->children(),
                        [&](const Stmt *Child) { return play(Child); });
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    if (If->getInit() || If->getConditionVariable() || !play(If->getCond()))
      return false;
    if (std::optional<int64_t> Known = value(If->getCond()))
      return play(*Known ? If->getThen() : If->getElse());
    return playBranches(If->getThen(), If->getElse());
  }
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return !jumps(While->getBody()) &&
           playUnknownTrips({While->getCond(), While->getBody()});
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
    return playAsm(*Asm);
  const auto *E = dyn_cast<Expr>(S);
  if (!E || isa<LambdaExpr, StmtExpr>(S))
    return false;
  E = E->IgnoreParens();
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    if (Op->isAssignmentOp())
      return playAssignment(Op->getLHS(), Op->getRHS(),
                            Op->isCompoundAssignmentOp());
    if (Op->isLogicalOp())
      return play(Op->getLHS()) && playBranches(Op->getRHS(), nullptr);
    return play(Op->getLHS()) && play(Op->getRHS());
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && Op->isIncrementDecrementOp())
    return access(Op->getSubExpr(), true, true);
  if (const auto *Cond = dyn_cast<ConditionalOperator>(E))
    return play(Cond->getCond()) &&
           playBranches(Cond->getTrueExpr(), Cond->getFalseExpr());
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return Cast->getCastKind() == CK_LValueToRValue
               ? access(Cast->getSubExpr(), true, false)
               : play(Cast->getSubExpr());
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
      Call && Call->getOperator() == OO_Equal && Call->getNumArgs() == 2 &&
      knownCallee(*Call) && copiesBytes(*knownCallee(*Call)))
    return playAssignment(Call->getArg(0), Call->getArg(1), false);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E);
      Construct && Construct->getNumArgs() == 1 &&
      copiesBytes(*Construct->getConstructor()))
    return Construct->getArg(0)->isGLValue()
               ? access(Construct->getArg(0), true, false)
               : play(Construct->getArg(0));
  // Whoever gets the array, or a reference to an element, may do anything.
  if (E->isGLValue() && bytesOf(E))
    return false;
  return llvm::all_of(E->children(),
                      [&](const Stmt *Child) { return play(Child); });
}

} // namespace cudapipe
