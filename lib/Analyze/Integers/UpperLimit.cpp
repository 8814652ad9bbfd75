//===- UpperLimit.cpp - What an integer never exceeds ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UpperLimit.h"
#include "IndexBounds.h"
#include "IndexForm.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

/// Variables may start from each other; not endlessly.
constexpr unsigned MaxDepth = 8;

bool isMinName(llvm::StringRef Name) {
  return Name == "min" || Name == "umin" || Name == "llmin" || Name == "ullmin";
}

/// `Less <= Greater`, if \p Cond being \p Holds says so.
std::optional<std::pair<const Expr *, const Expr *>> orderOf(const Expr *Cond,
                                                             bool Holds) {
  const auto *Op = dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts());
  if (!Op || !Op->isRelationalOp())
    return std::nullopt;
  bool LessFirst = Op->getOpcode() == BO_LT || Op->getOpcode() == BO_LE;
  if (LessFirst == Holds)
    return std::pair(Op->getLHS(), Op->getRHS());
  return std::pair(Op->getRHS(), Op->getLHS());
}

/// The values of both, compared and converted in one type, are the same.
bool isSameValue(const Expr *A, const Expr *B, const ASTContext &Ctx) {
  return A->getType()->isIntegerType() && B->getType()->isIntegerType() &&
         !A->isTypeDependent() && !B->isTypeDependent() &&
         !A->HasSideEffects(Ctx) && !B->HasSideEffects(Ctx) &&
         Ctx.hasSameUnqualifiedType(A->IgnoreParens()->getType(),
                                    B->IgnoreParens()->getType()) &&
         sameExpression(A->IgnoreParenImpCasts(), B->IgnoreParenImpCasts(),
                        Ctx);
}

const Stmt *onlyStatement(const Stmt *S) {
  const auto *Block = dyn_cast_or_null<CompoundStmt>(S);
  return Block && Block->size() == 1 ? Block->body_front() : S;
}

/// What `Var = e`, and nothing else, gives \p Var.
const Expr *assignedBy(const Stmt *S, const VarDecl &Var) {
  const auto *Op = dyn_cast_or_null<BinaryOperator>(onlyStatement(S));
  const auto *Ref = Op && Op->getOpcode() == BO_Assign
                        ? dyn_cast<DeclRefExpr>(Op->getLHS()->IgnoreParens())
                        : nullptr;
  return Ref && Ref->getDecl() == &Var && !changes(Op->getRHS(), Var)
             ? Op->getRHS()
             : nullptr;
}

/// The block whose statements \p Wanted are; null if they are in several.
const CompoundStmt *blockOf(const Stmt *S,
                            llvm::function_ref<bool(const Stmt *)> Wanted) {
  const CompoundStmt *Out = nullptr;
  if (!S)
    return nullptr;
  if (const auto *Block = dyn_cast<CompoundStmt>(S);
      Block && llvm::any_of(Block->body(), Wanted))
    Out = Block;
  for (const Stmt *Child : S->children()) {
    if (Out && Child && Wanted(Child))
      continue;
    if (const CompoundStmt *Inner = blockOf(Child, Wanted)) {
      if (Out)
        return nullptr;
      Out = Inner;
    }
  }
  return Out;
}

/// Nothing in \p S but its own name leads to \p Var.
bool isOnlyNamed(const Stmt *S, const VarDecl &Var) {
  auto Is = [&](const Stmt *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(cast<Expr>(E)->IgnoreParens());
    return Ref && Ref->getDecl() == &Var;
  };
  if (!S)
    return true;
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
      Cast && Cast->getCastKind() == CK_LValueToRValue &&
      Is(Cast->getSubExpr()))
    return true;
  if (const auto *Op = dyn_cast<BinaryOperator>(S);
      Op && Op->isAssignmentOp() && Is(Op->getLHS()))
    return isOnlyNamed(Op->getRHS(), Var);
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && Op->isIncrementDecrementOp() && Is(Op->getSubExpr()))
    return true;
  if (isa<LambdaExpr>(S) || (isa<Expr>(S) && Is(S)))
    return false;
  return llvm::all_of(S->children(), [&](const Stmt *Child) {
    return isOnlyNamed(Child, Var);
  });
}

} // namespace

bool isStdMinOrMax(const CallExpr &Call) {
  const FunctionDecl *Callee = knownCallee(Call);
  return Callee && Callee->isInStdNamespace() && Callee->getIdentifier() &&
         (Callee->getName() == "min" || Callee->getName() == "max") &&
         Call.getNumArgs() == 2 &&
         llvm::all_of(Callee->parameters(), [](const ParmVarDecl *Param) {
           return Param->getType()->isReferenceType() &&
                  Param->getType()->getPointeeType().isConstQualified();
         });
}

std::optional<std::pair<const Expr *, const Expr *>>
operandsOfMin(const Expr *E, const ASTContext &Ctx) {
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    E = Full->getSubExpr()->IgnoreParens();
  while (const auto *Cast = dyn_cast<ImplicitCastExpr>(E)) {
    if (Cast->getCastKind() != CK_LValueToRValue &&
        Cast->getCastKind() != CK_NoOp)
      break;
    E = Cast->getSubExpr()->IgnoreParens();
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *Callee = knownCallee(*Call);
    if (!Callee || Call->getNumArgs() != 2 || !Callee->getIdentifier() ||
        !isMinName(Callee->getName()) || !isLibraryFunction(*Callee, Ctx) ||
        Callee->isCXXClassMember())
      return std::nullopt;
    return std::pair(Call->getArg(0), Call->getArg(1));
  }
  const auto *Choice = dyn_cast<ConditionalOperator>(E);
  auto Order = Choice ? orderOf(Choice->getCond(), true) : std::nullopt;
  if (Order && isSameValue(Order->first, Choice->getTrueExpr(), Ctx) &&
      isSameValue(Order->second, Choice->getFalseExpr(), Ctx))
    return Order;
  return std::nullopt;
}

/// The limit of \p E where \p Cond is \p Holds.
UpperLimitReader::Limit UpperLimitReader::readUnder(const Expr *E,
                                                    const Expr *Cond,
                                                    bool Holds,
                                                    unsigned Depth) {
  Limit Own = read(E, Depth + 1);
  if (auto Order = orderOf(Cond, Holds);
      Order && isSameValue(Order->first, E, Ctx))
    if (Limit Other = read(Order->second, Depth + 1);
        Other && (!Own || Other->first < Own->first))
      return Other;
  return Own;
}

/// A conversion must keep the value.
UpperLimitReader::Limit UpperLimitReader::readCast(const CastExpr &Cast,
                                                   unsigned Depth) {
  const Expr *From = Cast.getSubExpr();
  if (Cast.getCastKind() == CK_LValueToRValue || Cast.getCastKind() == CK_NoOp)
    return read(From, Depth);
  if (Cast.getCastKind() != CK_IntegralCast)
    return std::nullopt;
  bool Unsigned = From->getType()->isUnsignedIntegerOrEnumerationType();
  bool ToUnsigned = Cast.getType()->isUnsignedIntegerOrEnumerationType();
  uint64_t Bits = Ctx.getTypeSize(Cast.getType());
  Limit Out = read(From, Depth + 1);
  if (!Out || (!Unsigned && ToUnsigned) || Bits < 32)
    return std::nullopt;
  // From a wider type only what is small and not negative stays what it was.
  if (Bits < Ctx.getTypeSize(From->getType()) ||
      (Unsigned && !ToUnsigned && Bits == Ctx.getTypeSize(From->getType())))
    return Unsigned && Out->first <= INT32_MAX ? Out : std::nullopt;
  return Out;
}

/// A loop around \p E goes on while \p Less <= \p More, and its body does not
/// change \p Less, nor anything \p More.
bool UpperLimitReader::isFoundByLoop(const Expr *Less, const Expr *More,
                                     const Expr &E) const {
  auto VariableOf = [](const Expr *Of) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Of->IgnoreParenImpCasts());
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return Var && Var->hasLocalStorage() && !Var->getType()->isReferenceType()
               ? Var
               : nullptr;
  };
  const VarDecl *Low = VariableOf(Less), *High = VariableOf(More);
  const auto *Function =
      Low && High ? dyn_cast<FunctionDecl>(Low->getDeclContext()) : nullptr;
  if (!Function || !isNeverChanged(*High) ||
      !isOnlyNamed(Function->getBody(), *Low))
    return false;
  auto Finds = [&](auto &&Self, const Stmt *S) -> bool {
    if (!S || !contains(S, &E))
      return false;
    const auto *For = dyn_cast<ForStmt>(S);
    const auto *While = dyn_cast<WhileStmt>(S);
    const Expr *Cond = For     ? For->getCond()
                       : While ? While->getCond()
                               : nullptr;
    const Stmt *Body = For     ? For->getBody()
                       : While ? While->getBody()
                               : nullptr;
    if (auto Order = Cond ? orderOf(Cond, true) : std::nullopt;
        Order && isSameValue(Order->first, Less, Ctx) &&
        isSameValue(Order->second, More, Ctx) && contains(Body, &E) &&
        !changes(Body, *Low))
      return true;
    return llvm::any_of(S->children(),
                        [&](const Stmt *Child) { return Self(Self, Child); });
  };
  return Finds(Finds, Function->getBody());
}

/// The same of unsigned numbers, whose sums may wrap around: if n >= k, the
/// smaller of n and k + 512 is at most 512 behind k, counted in a circle.
UpperLimitReader::Limit
UpperLimitReader::readCircularDistance(const Expr *End, const Expr *Start,
                                       unsigned Depth) {
  auto Operands = operandsOfMin(End, Ctx);
  if (!Operands)
    return std::nullopt;
  for (auto [Sum, Other] : {std::pair(Operands->first, Operands->second),
                            std::pair(Operands->second, Operands->first)})
    if (Limit Out = readStep(Sum, Start, Depth);
        Out && Out->first >= 0 && isFoundByLoop(Start, Other, *End))
      return Out;
  return std::nullopt;
}

/// The limit of C in \p End, which is \p Start + C.
UpperLimitReader::Limit
UpperLimitReader::readStep(const Expr *End, const Expr *Start, unsigned Depth) {
  const auto *Sum = dyn_cast<BinaryOperator>(End->IgnoreParenImpCasts());
  if (!Sum || Sum->getOpcode() != BO_Add ||
      !Ctx.hasSameUnqualifiedType(Sum->getType(), Start->getType()))
    return std::nullopt;
  if (isSameValue(Sum->getLHS(), Start, Ctx))
    return read(Sum->getRHS(), Depth + 1);
  return isSameValue(Sum->getRHS(), Start, Ctx) ? read(Sum->getLHS(), Depth + 1)
                                                : std::nullopt;
}

/// `min(n, k + 512) - k` is at most 512, where no sum wraps around: \p End less
/// \p Start.
UpperLimitReader::Limit UpperLimitReader::readDistance(const Expr *End,
                                                       const Expr *Start,
                                                       unsigned Depth) {
  if (Depth > MaxDepth || !End->getType()->isIntegerType() ||
      !Ctx.hasSameUnqualifiedType(End->getType(), Start->getType()) ||
      Ctx.getTypeSize(End->getType()) < 32)
    return std::nullopt;
  if (!End->getType()->isSignedIntegerType())
    return readCircularDistance(End, Start, Depth + 1);
  if (auto Operands = operandsOfMin(End, Ctx)) {
    Limit A = readDistance(Operands->first, Start, Depth + 1),
          B = readDistance(Operands->second, Start, Depth + 1);
    return A && (!B || A->first <= B->first) ? A : B;
  }
  const Expr *Bare = End->IgnoreParenImpCasts();
  // const int end = min(n, k + 512); .. end - k, of the same k.
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Bare)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return Var && isNeverChanged(*Var) && Var->getInit() &&
                   staysFrom(*Var, Start)
               ? readDistance(Var->getInit(), Start, Depth + 1)
               : std::nullopt;
  }
  return readStep(Bare, Start, Depth);
}

/// From the declaration of \p Var on, in its block, nothing changes what
/// \p E, a variable of the thread, holds.
bool UpperLimitReader::staysFrom(const VarDecl &Var, const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *Other = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  const auto *Function = dyn_cast<FunctionDecl>(Var.getDeclContext());
  if (!Other || !Other->hasLocalStorage() || !Function ||
      Other->getType()->isReferenceType())
    return false;
  const CompoundStmt *Block = blockOf(Function->getBody(), [&](const Stmt *S) {
    const auto *Decls = dyn_cast_or_null<DeclStmt>(S);
    return Decls && llvm::is_contained(Decls->decls(), &Var);
  });
  return Block && contains(Block, &At) && !changes(Block, *Other);
}

UpperLimitReader::Limit
UpperLimitReader::readArithmetic(const BinaryOperator &Op, unsigned Depth) {
  const Expr *Left = Op.getLHS(), *Right = Op.getRHS();
  if (Op.getOpcode() == BO_Sub)
    return readDistance(Left, Right, Depth + 1);
  std::optional<int64_t> By = knownValue(Right, Ctx);
  if (Op.getOpcode() == BO_Mul && !By) {
    std::swap(Left, Right);
    By = knownValue(Right, Ctx);
  }
  Limit L = read(Left, Depth + 1);
  if (!L || L->first > INT32_MAX || L->first < 0)
    return std::nullopt;
  std::optional<int64_t> Value;
  if (By && *By >= 0 && *By <= INT32_MAX)
    switch (Op.getOpcode()) {
    case BO_Mul:
      Value = L->first * *By;
      break;
    case BO_Add:
      Value = L->first + *By;
      break;
    case BO_Shl:
      if (*By < 31)
        Value = L->first << *By;
      break;
    case BO_Div:
      if (*By > 0)
        Value = L->first / *By;
      break;
    case BO_Shr:
      if (*By < 31)
        Value = L->first >> *By;
      break;
    default:
      break;
    }
  if (!Value || *Value > INT32_MAX)
    return std::nullopt;
  if (const Expr *Part = Left->IgnoreParenImpCasts();
      L->second->IgnoreParenImpCasts() != Part)
    Replaced[Part] = L->second;
  return std::pair(*Value, static_cast<const Expr *>(&Op));
}

/// The limit that \p Read finds with the values at \p Place: those that \p Here
/// asks for may be others.
static std::optional<std::pair<int64_t, const Expr *>>
readAt(const Stmt &Place, UpperLimitReader &Here, const ASTContext &Ctx,
       const BlockShape &Block,
       llvm::function_ref<
           std::optional<std::pair<int64_t, const Expr *>>(UpperLimitReader &)>
           Read) {
  UpperLimitReader There(Place, Ctx, Block);
  auto Out = Read(There);
  for (const auto &Part : There.Replaced)
    Here.Replaced.insert(Part);
  Here.OfBlock.insert(There.OfBlock.begin(), There.OfBlock.end());
  return Out;
}

/// The limit of \p Var behind \p S, which changes it.
UpperLimitReader::Limit UpperLimitReader::after(const Stmt *S,
                                                const VarDecl &Var,
                                                Limit Before, unsigned Depth) {
  auto ReadThere = [&](const Expr *E) {
    return readAt(*E, *this, Ctx, Block, [&](UpperLimitReader &There) {
      return There.read(E, Depth + 1);
    });
  };
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    return Decls->isSingleDecl() && Decls->getSingleDecl() == &Var &&
                   Var.getInit()
               ? ReadThere(Var.getInit())
               : std::nullopt;
  if (const Expr *Value = assignedBy(S, Var))
    return ReadThere(Value);
  const auto *If = dyn_cast<IfStmt>(S);
  const Expr *Value = If && !If->getElse() && !If->getInit() &&
                              !If->getConditionVariable() &&
                              !changes(If->getCond(), Var)
                          ? assignedBy(If->getThen(), Var)
                          : nullptr;
  if (!Value)
    return std::nullopt;
  // if (left > BC) left = BC;   left is at most BC, set or not.
  auto ReadBefore = [&](auto Read) {
    return readAt(*If->getCond(), *this, Ctx, Block, Read);
  };
  Limit Set = ReadBefore([&](UpperLimitReader &There) {
    return There.readUnder(Value, If->getCond(), true, Depth + 1);
  });
  if (auto Order = orderOf(If->getCond(), false)) {
    const auto *Ref =
        dyn_cast<DeclRefExpr>(Order->first->IgnoreParenImpCasts());
    if (Ref && Ref->getDecl() == &Var &&
        Ctx.hasSameUnqualifiedType(Order->first->getType(), Var.getType()))
      if (Limit Other = ReadBefore([&](UpperLimitReader &There) {
            return There.read(Order->second, Depth + 1);
          });
          Other && (!Before || Other->first < Before->first))
        Before = Other;
  }
  if (!Set || !Before)
    return std::nullopt;
  return Set->first > Before->first ? Set : Before;
}

UpperLimitReader::Limit UpperLimitReader::readVariable(const VarDecl &Var,
                                                       unsigned Depth) {
  const auto *Function = dyn_cast<FunctionDecl>(Var.getDeclContext());
  if (!Var.isLocalVarDecl() || Var.isStaticLocal() || !Function ||
      !Var.getType()->isIntegerType() || Var.getType().isVolatileQualified())
    return std::nullopt;
  if (isNeverChanged(Var))
    return Var.getInit() ? readAt(*Var.getInit(), *this, Ctx, Block,
                                  [&](UpperLimitReader &There) {
                                    return There.read(Var.getInit(), Depth + 1);
                                  })
                         : std::nullopt;
  // All that sets it stands in one block, in front of where it is asked for.
  auto IsSetter = [&](const Stmt *S) {
    const auto *Decls = dyn_cast_or_null<DeclStmt>(S);
    if (Decls && llvm::is_contained(Decls->decls(), &Var))
      return Var.getInit() != nullptr;
    return S && !contains(S, &At) && changes(S, Var);
  };
  const CompoundStmt *Block = blockOf(Function->getBody(), [&](const Stmt *S) {
    return IsSetter(S) && (isa<DeclStmt, IfStmt>(S) || assignedBy(S, Var));
  });
  if (!Block || changes(&At, Var))
    return std::nullopt;
  Limit Out;
  unsigned Changes = 0;
  bool Found = false;
  for (const Stmt *S : Block->body()) {
    if (contains(S, &At)) {
      Found = true;
      if (changes(S, Var))
        return std::nullopt;
      continue;
    }
    if (!IsSetter(S))
      continue;
    if (Found || (Changes++ == 0 && isa<IfStmt>(S)))
      return std::nullopt;
    Out = after(S, Var, Out, Depth);
  }
  // What stands elsewhere may come in between.
  auto CountSetters = [&](auto &&Self, const Stmt *S) -> unsigned {
    if (!S)
      return 0;
    const auto *Decls = dyn_cast<DeclStmt>(S);
    if (Decls ? IsSetter(S) : assignedBy(S, Var) && !isa<CompoundStmt>(S))
      return 1;
    unsigned Sum = 0;
    for (const Stmt *Child : S->children())
      Sum += Self(Self, Child);
    // Some other change.
    return Sum == 0 && changes(S, Var) ? 1000 : Sum;
  };
  return Found && CountSetters(CountSetters, Function->getBody()) == Changes
             ? Out
             : std::nullopt;
}

UpperLimitReader::Limit UpperLimitReader::read(const Expr *E, unsigned Depth) {
  if (!E || Depth > MaxDepth || E->isTypeDependent() || E->isValueDependent())
    return std::nullopt;
  E = E->IgnoreParens();
  if (std::optional<int64_t> Value = knownValue(E, Ctx))
    return std::pair(*Value, E);
  if (auto Index = builtinIndex(E); Index && Index->first == "blockDim")
    if (std::optional<int64_t> Size = Block[Index->second]) {
      OfBlock[Index->second] = *Size;
      return std::pair(*Size, E);
    }
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return read(Full->getSubExpr(), Depth);
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return read(Temporary->getSubExpr(), Depth);
  if (auto Operands = operandsOfMin(E, Ctx)) {
    Limit A = read(Operands->first, Depth + 1),
          B = read(Operands->second, Depth + 1);
    return A && (!B || A->first <= B->first) ? A : B;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return readCast(*Cast, Depth);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    Limit A = readUnder(Choice->getTrueExpr(), Choice->getCond(), true, Depth),
          B = readUnder(Choice->getFalseExpr(), Choice->getCond(), false,
                        Depth);
    return A && B ? (A->first > B->first ? A : B) : std::nullopt;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return Var ? readVariable(*Var, Depth) : std::nullopt;
  }
  const auto *Op = dyn_cast<BinaryOperator>(E);
  return Op ? readArithmetic(*Op, Depth) : std::nullopt;
}

} // namespace cudapipe
