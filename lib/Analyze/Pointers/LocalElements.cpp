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
#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cudapipe {

static constexpr unsigned MaxSteps = 100000;

int64_t bytesIn(QualType Type, const ASTContext &Ctx) {
  return Type->isDependentType() || Type->isIncompleteType()
             ? 0
             : Ctx.getTypeSizeInChars(Type).getQuantity();
}

/// Of an array of any size, so many elements are played. What happened to an
/// element hangs on the order of two places in nested loops: few are enough to
/// have them in any order.
static constexpr unsigned PlayedElements = 8;

/// The N of `T x[N]`; null if an element is an array, or the size is another.
static const Expr *countOf(const VarDecl &Array) {
  const TypeSourceInfo *Info = Array.getTypeSourceInfo();
  auto Type = Info ? Info->getTypeLoc().getAs<ArrayTypeLoc>() : ArrayTypeLoc();
  return Type && !Type.getElementLoc().getType()->isArrayType()
             ? Type.getSizeExpr()
             : nullptr;
}

LocalElements::LocalElements(const VarDecl &Array, const PointerFlow &Flow,
                             const ASTContext &Ctx, Size Elements)
    : Array(Array), Ctx(Ctx), Flow(Flow),
      Count(Elements == Size::Any ? countOf(Array) : nullptr),
      Set(Count                   ? PlayedElements
          : Elements == Size::Any ? 0
                                  : bytesIn(Array.getType(), Ctx)) {
  const TypeSourceInfo *Info = Array.getTypeSourceInfo();
  TypeLoc At = Info ? Info->getTypeLoc() : TypeLoc();
  for (ArrayTypeLoc Type; !Count && At && (Type = At.getAs<ArrayTypeLoc>());
       At = Type.getElementLoc())
    if (Type.getSizeExpr())
      Constants.push_back(Type.getSizeExpr());
}

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
  if (Count)
    return std::nullopt;
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
  if (std::optional<int64_t> N = constantValue(E, Ctx)) {
    if (!isa<IntegerLiteral>(E) || E->getBeginLoc().isMacroID())
      Constants.push_back(E);
    return InRange(*N);
  }
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

/// Same operations on the same names.
static bool haveSameNames(const Stmt *A, const Stmt *B) {
  if (const auto *E = dyn_cast<Expr>(A))
    A = E->IgnoreParenImpCasts();
  if (const auto *E = dyn_cast<Expr>(B))
    B = E->IgnoreParenImpCasts();
  if (const auto *C = dyn_cast<ConstantExpr>(A))
    return haveSameNames(C->getSubExpr(), B);
  if (const auto *C = dyn_cast<ConstantExpr>(B))
    return haveSameNames(A, C->getSubExpr());
  if (A->getStmtClass() != B->getStmtClass())
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(A))
    return declaresSameEntity(Ref->getDecl(), cast<DeclRefExpr>(B)->getDecl());
  if (const auto *Value = dyn_cast<SubstNonTypeTemplateParmExpr>(A))
    return declaresSameEntity(
        Value->getParameter(),
        cast<SubstNonTypeTemplateParmExpr>(B)->getParameter());
  return llvm::equal(A->children(), B->children(), haveSameNames);
}

static const VarDecl *variableNamed(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// \p A and \p B are spelled alike, and with the same names: they are one
/// number in every instantiation and build.
static bool areOneNumber(const Expr *A, const Expr *B, const ASTContext &Ctx) {
  auto TextOf = [&](const Expr *E) {
    const SourceManager &SM = Ctx.getSourceManager();
    return Lexer::getSourceText(SM.getExpansionRange(E->getSourceRange()), SM,
                                Ctx.getLangOpts());
  };
  return !TextOf(A).empty() && TextOf(A) == TextOf(B) && haveSameNames(A, B);
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

/// `x[v]`, of an array of any size, as one byte of it.
LocalElements::Bytes LocalElements::elementAt(const Expr *E) const {
  const auto *Sub = dyn_cast<ArraySubscriptExpr>(E->IgnoreParens());
  const VarDecl *Counter = Sub && variableNamed(subscriptBase(*Sub)) == &Array
                               ? variableNamed(subscriptIndex(*Sub))
                               : nullptr;
  auto It = Counters.find(Counter);
  return {It != Counters.end() ? std::optional(It->second) : std::nullopt, 1};
}

std::optional<LocalElements::Bytes>
LocalElements::bytesOf(const Expr *E) const {
  std::optional<Place> At = E->isGLValue() ? addressOf(E) : std::nullopt;
  if (!At)
    return std::nullopt;
  if (Count)
    return elementAt(E);
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
    return playSubscripts(subscriptBase(*Sub)) &&
           playOperand(subscriptIndex(*Sub));
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
  const auto Under = SetUnder;
  if (!play(Then))
    return false;
  std::swap(Before, Set);
  SetUnder = Under;
  if (!play(Else))
    return false;
  SetUnder = Under;
  Set &= Before;
  return true;
}

bool LocalElements::spell(const Stmt *S, std::string &Out) {
  if (const auto *E = dyn_cast<Expr>(S))
    S = E->IgnoreParenImpCasts();
  auto Add = [&](uint64_t Number) { Out += "," + std::to_string(Number); };
  auto AddDecl = [&](const Decl *D) {
    Add(reinterpret_cast<uintptr_t>(D->getCanonicalDecl()));
  };
  Add(S->getStmtClass());
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (auto It = Counters.find(Var); Var && It != Counters.end()) {
      Out += "#";
      Add(It->second);
      return true;
    }
    AddDecl(Ref->getDecl());
    if (Var)
      InConditions.insert(Var);
    return isa<NonTypeTemplateParmDecl, EnumConstantDecl>(Ref->getDecl()) ||
           (Var && Var != &Array && !Flow.isAliased(Var) &&
            !Var->getType()->isReferenceType() &&
            !Var->getType().isVolatileQualified() &&
            (Var->hasLocalStorage() || Var->getType().isConstQualified()));
  }
  // threadIdx.x, which the toolkit's headers for Clang spell as a property.
  if (const auto *Property = dyn_cast<PseudoObjectExpr>(S))
    return spell(Property->getSyntacticForm(), Out);
  if (const auto *Property = dyn_cast<MSPropertyRefExpr>(S)) {
    AddDecl(Property->getPropertyDecl());
    return spell(Property->getBaseExpr(), Out);
  }
  if (const auto *Literal = dyn_cast<IntegerLiteral>(S)) {
    Out += "," + llvm::toString(Literal->getValue(), 10, false);
    return true;
  }
  if (const auto *Value = dyn_cast<SubstNonTypeTemplateParmExpr>(S)) {
    AddDecl(Value->getParameter());
    return true;
  }
  if (const auto *Member = dyn_cast<MemberExpr>(S)) {
    AddDecl(Member->getMemberDecl());
    if (Member->isArrow())
      return false;
  } else if (const auto *Op = dyn_cast<BinaryOperator>(S)) {
    Add(Op->getOpcode());
    if (Op->isAssignmentOp())
      return false;
  } else if (const auto *Op = dyn_cast<UnaryOperator>(S)) {
    Add(Op->getOpcode());
    if (Op->getOpcode() != UO_LNot && Op->getOpcode() != UO_Minus)
      return false;
  } else if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(S)) {
    // Of an array of the thread.
    const VarDecl *Of = variableNamed(subscriptBase(*Sub));
    if (!Of || !Of->getType()->isArrayType() || !Of->hasLocalStorage())
      return false;
  } else {
    return false;
  }
  return llvm::all_of(S->children(),
                      [&](const Stmt *Child) { return spell(Child, Out); });
}

bool LocalElements::playIf(const IfStmt &If) {
  if (If.getInit() || If.getConditionVariable() || !play(If.getCond()))
    return false;
  if (std::optional<int64_t> Known = value(If.getCond()))
    return play(*Known ? If.getThen() : If.getElse());
  std::string Condition;
  if (!Count || !spell(If.getCond(), Condition))
    return playBranches(If.getThen(), If.getElse());
  const llvm::BitVector Before = Set;
  const std::string Outer = Conditions;
  Conditions += "(" + Condition + ")";
  const std::string Here = Conditions;
  if (auto It = SetUnder.find(Here); It != SetUnder.end())
    Set |= It->second;
  if (!play(If.getThen()))
    return false;
  const llvm::BitVector AfterThen = Set;
  SetUnder[Here] = Set;
  Set = Before;
  Conditions = Outer;
  // Where the condition does not hold, nothing is said of others in it.
  const auto Under = SetUnder;
  if (!play(If.getElse()))
    return false;
  SetUnder = Under;
  Set &= AfterThen;
  return true;
}

/// What stands in \p Parts runs any number of times.
bool LocalElements::playUnknownTrips(llvm::ArrayRef<const Stmt *> Parts) {
  llvm::BitVector Before = Set;
  const auto Under = SetUnder;
  for (const Stmt *Part : Parts)
    if (!play(Part))
      return false;
  Set = Before;
  SetUnder = Under;
  return true;
}

/// A break or continue in \p S, even of a loop within.
static bool jumps(const Stmt *S) {
  return holdsA<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt, LabelStmt>(S);
}

/// The counter of `for (int v = 0; v < N; ++v)`, N spelled as in the
/// declaration of the array; null for other loops.
const VarDecl *LocalElements::countsElements(const ForStmt &For) const {
  const auto *Decls = dyn_cast_or_null<DeclStmt>(For.getInit());
  const auto *Var = Decls && Decls->isSingleDecl()
                        ? dyn_cast<VarDecl>(Decls->getSingleDecl())
                        : nullptr;
  const auto *Less = dyn_cast_or_null<BinaryOperator>(
      For.getCond() ? For.getCond()->IgnoreParens() : nullptr);
  const auto *Step = dyn_cast_or_null<UnaryOperator>(
      For.getInc() ? For.getInc()->IgnoreParens() : nullptr);
  const auto *Zero =
      Var && Var->getInit()
          ? dyn_cast<IntegerLiteral>(Var->getInit()->IgnoreParenImpCasts())
          : nullptr;
  return Zero && Zero->getValue() == 0 && !Zero->getBeginLoc().isMacroID() &&
                 Less && Less->getOpcode() == BO_LT &&
                 variableNamed(Less->getLHS()) == Var &&
                 areOneNumber(Less->getRHS(), Count, Ctx) && Step &&
                 Step->isIncrementOp() &&
                 variableNamed(Step->getSubExpr()) == Var &&
                 !changes(For.getBody(), *Var)
             ? Var
             : nullptr;
}

/// One trip for each element.
bool LocalElements::playElements(const ForStmt &For, const VarDecl &Counter) {
  for (unsigned I = 0; I < PlayedElements; ++I) {
    Counters[&Counter] = I;
    if (!play(For.getBody()))
      return false;
  }
  Counters.erase(&Counter);
  return true;
}

bool LocalElements::playFor(const ForStmt &For) {
  if (const VarDecl *Counter = Count ? countsElements(For) : nullptr)
    return playElements(For, *Counter);
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

/// \p E as an operand. In a template it is no value yet, but where only
/// built-in operators fit it is read.
bool LocalElements::playOperand(const Expr *E) {
  return E->isGLValue() && accessType(E, Ctx)->isArithmeticType() && bytesOf(E)
             ? access(E, /*Reads=*/true, /*Writes=*/false)
             : play(E);
}

bool LocalElements::playOperator(const CXXOperatorCallExpr &Call) {
  return llvm::all_of(
             Call.arguments(),
             [&](const Expr *Arg) {
               return accessType(Arg->IgnoreParens(), Ctx)->isArithmeticType();
             }) &&
         llvm::all_of(Call.arguments(),
                      [&](const Expr *Arg) { return playOperand(Arg); });
}

bool LocalElements::changesCondition(const Stmt *S) {
  if (InConditions.empty())
    return false;
  const Effects E = effectsOf(S, Flow, Ctx);
  return !E.Unknown.empty() || llvm::any_of(E.Writes, [&](const VarDecl *Var) {
    return InConditions.count(Var);
  });
}

bool LocalElements::play(const Stmt *S) {
  if (!S)
    return true;
  if (changesCondition(S))
    SetUnder.clear();
  const bool Good = playPart(S);
  if (changesCondition(S))
    SetUnder.clear();
  return Good;
}

bool LocalElements::playPart(const Stmt *S) {
  if (Set.empty() || ++Steps > MaxSteps)
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
  if (const auto *If = dyn_cast<IfStmt>(S))
    return playIf(*If);
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
    return playOperand(Op->getLHS()) && playOperand(Op->getRHS());
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
  // Of any other array or pointer.
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E); Sub && !bytesOf(E))
    return play(subscriptBase(*Sub)) && playOperand(subscriptIndex(*Sub));
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
      Call && !knownCallee(*Call))
    return playOperator(*Call);
  // Whoever gets the array, or a reference to an element, may do anything.
  if (E->isGLValue() && bytesOf(E))
    return false;
  return llvm::all_of(E->children(),
                      [&](const Stmt *Child) { return play(Child); });
}

} // namespace cudapipe
