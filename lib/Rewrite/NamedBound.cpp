//===- NamedBound.cpp - The number of tiles, worked out once --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int t = 0; t < (K + BK - 1) / BK; ++t)
//
// The pipeline asks twice more whether there is a tile, so the number gets a
// name there:
//
//   // Prologue: load the first tile.
//   const int num_tiles = (K + BK - 1) / BK;
//   if (num_tiles > 0)
//     fetch_tile(0);
//
//   for (int t = 0; t < num_tiles; ++t)
//     if (t + 1 < num_tiles)
//
//===----------------------------------------------------------------------===//

#include "Builds/TemplateSizes.h"
#include "LoopWriter.h"
#include "Spelling.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Match/LaunchSites.h"

using namespace clang;

namespace cudapipe {

/// It divides or calls: nobody wants to read, or run, it three times.
static bool isWorkedOut(const Stmt *S) {
  const auto *Op = dyn_cast<BinaryOperator>(S);
  return (Op && Op->isMultiplicativeOp() && Op->getOpcode() != BO_Mul) ||
         isa<CallExpr>(S) || llvm::any_of(S->children(), [](const Stmt *Child) {
           return Child && isWorkedOut(Child);
         });
}

/// Its type is that of built-in types by their names: in another build, or for
/// another instantiation, it is the same.
static bool isPlainlyTyped(const Stmt *S) {
  QualType Type;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    Type = Ref->getDecl()->getType();
  else if (const auto *Member = dyn_cast<MemberExpr>(S))
    return isa<BuiltinType>(Member->getMemberDecl()->getType().getTypePtr()) &&
           isPlainlyTyped(Member->getBase());
  else if (const auto *Cast = dyn_cast<ExplicitCastExpr>(S))
    return isa<BuiltinType>(Cast->getTypeAsWritten().getTypePtr()) &&
           Cast->getBeginLoc().isFileID() && Cast->getEndLoc().isFileID() &&
           !Cast->getTypeInfoAsWritten()
                ->getTypeLoc()
                .getBeginLoc()
                .isMacroID() &&
           isPlainlyTyped(Cast->getSubExpr());
  else if (isa<CallExpr, UnaryExprOrTypeTraitExpr>(S))
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S);
      Ref && !Type->isRecordType() &&
      (!isa<BuiltinType>(Type.getTypePtr()) ||
       Ref->getDecl()->getBeginLoc().isMacroID()))
    return false;
  return llvm::all_of(S->children(), [](const Stmt *Child) {
    return !Child || isPlainlyTyped(Child);
  });
}

/// `std::ceil(n / 32.0)`: a double, or, by another overload, what is one as
/// well.
static bool isDoubleOfLibrary(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E->IgnoreParens());
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && isLibraryFunction(*Callee, Callee->getASTContext()) &&
         Callee->getReturnType()->isSpecificBuiltinType(BuiltinType::Double);
}

/// Its names are of the thread's own variables, by value, or of constants.
static bool readsOwnOnly(const Stmt *S, const PointerFlow &Flow) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (Var && !Var->getType().isConstQualified() &&
        (!Var->hasLocalStorage() || Var->getType()->isReferenceType() ||
         Var->getType()->isPointerType() || Flow.isAliased(Var)))
      return false;
  }
  if (isa<ArraySubscriptExpr, PseudoObjectExpr, LambdaExpr>(S))
    return false;
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && (Op->getOpcode() == UO_Deref || Op->isIncrementDecrementOp()))
    return false;
  return llvm::all_of(S->children(), [&](const Stmt *Child) {
    return !Child || readsOwnOnly(Child, Flow);
  });
}

/// \p E has one value in front of the loop and in it, and nothing else comes of
/// it.
bool LoopWriter::isSettledInFront(const Expr &E) const {
  const Effects Own = effectsOf(&E, *M.Pointers, Ctx),
                OfLoop = effectsOf(M.Header.Loop, *M.Pointers, Ctx);
  return readsOwnOnly(&E, *M.Pointers) && Own.Writes.empty() &&
         Own.Unknown.empty() && Own.Pinned.empty() && Own.MemoryReads.empty() &&
         Own.MemoryWrites.empty() && Own.Barriers.empty() &&
         llvm::none_of(Own.Reads, [&](const VarDecl *Var) {
           return OfLoop.Writes.count(Var);
         });
}

/// What the counter of the loop is compared with, if it is worth a name and is
/// the same in all trips.
const Expr *LoopWriter::boundToName() const {
  const auto *For = dyn_cast<ForStmt>(M.Header.Loop);
  const auto *Cond = dyn_cast<BinaryOperator>(M.Header.Cond->IgnoreImpCasts());
  if (!For || !Cond || !Cond->isRelationalOp() || M.Header.CondStep ||
      M.Header.TestsLast || M.Header.TestsInBody || M.Header.ConstantTrips ||
      Plan.Steps.EachWidth || M.Early || Cond->isInstantiationDependent())
    return nullptr;
  const Expr *Bound = Cond->getRHS()->IgnoreImpCasts();
  const QualType Type = Bound->getType();
  if (!isWorkedOut(Bound) || !Type->isArithmeticType() || !Text.text(Bound))
    return nullptr;
  if (!isSettledInFront(*Bound))
    return nullptr;
  const auto *Decls = dyn_cast_or_null<DeclStmt>(For->getInit());
  if (Decls && llvm::any_of(Decls->decls(), [&](const Decl *D) {
        return mentions(Bound, cast<ValueDecl>(D));
      }))
    return nullptr;
  return Bound;
}

/// `num_tiles` for a loop that counts them from 0, else `k_end`.
static std::string nameFor(const ForStmt &For, const BinaryOperator &Cond,
                           NameTable &Names) {
  const auto *Step = dyn_cast_or_null<UnaryOperator>(For.getInc());
  const VarDecl *Counter = namedVariable(Cond.getLHS());
  const Expr *Start = Counter ? Counter->getInit() : nullptr;
  Expr::EvalResult First;
  std::vector<std::string> Wanted;
  if (Step && Step->isIncrementOp() && Cond.getOpcode() == BO_LT && Start &&
      !Start->isValueDependent() &&
      Start->EvaluateAsInt(First, Counter->getASTContext()) &&
      First.Val.getInt() == 0)
    Wanted = {"num_tiles", "tile_count"};
  if (Counter)
    Wanted.push_back((Counter->getName() + "_end").str());
  Wanted.push_back("end");
  for (const std::string &Name : Wanted)
    if (!Names.isTaken(Name))
      return Names.unique(Name);
  return Names.unique(Wanted.front());
}

/// \p E without the parentheses around all of it.
static const Expr *insideParens(const Expr *E) {
  while (const auto *Paren = dyn_cast<ParenExpr>(E)) {
    if (Paren->getLParen().isMacroID())
      break;
    E = Paren->getSubExpr();
  }
  return E;
}

void LoopWriter::nameBound() {
  const Expr *Bound = boundToName();
  if (!Bound)
    return;
  const QualType Type = Bound->getType().getUnqualifiedType();
  TemplateSizes Sizes(*M.Kernel, Text, Ctx);
  Sizes.add(Bound);
  Made.BoundName =
      nameFor(*cast<ForStmt>(M.Header.Loop),
              *cast<BinaryOperator>(M.Header.Cond->IgnoreImpCasts()), Names);
  Written.Edits.push_back({*Text.range(Bound), Made.BoundName});
  Ahead.BoundDeclaration =
      Here.LoopIndent + "const " +
      (isDoubleOfLibrary(Bound) ||
               (isPlainlyTyped(Bound) && Sizes.isWhole() &&
                Sizes.terms().empty() && Sizes.otherMacro().empty())
           ? Type.getAsString(Ctx.getPrintingPolicy())
           : "auto") +
      " " + Made.BoundName + " = " +
      Text.text(insideParens(Bound)).value_or(*Text.text(Bound)) + ";\n";
}

/// Names what the counter starts from, where that is long: the prologue needs
/// it, too.
///   const int k_begin = int(K / BK / 2) * BK;
std::optional<LoopWriter::Values> LoopWriter::nameStart() {
  const auto *Decls = dyn_cast_or_null<DeclStmt>(M.Header.Init);
  const auto *Var =
      Decls && Decls->isSingleDecl() && isa<ForStmt>(M.Header.Loop)
          ? dyn_cast<VarDecl>(Decls->getSingleDecl())
          : nullptr;
  const Expr *Start = Var ? Var->getInit() : nullptr;
  if (!Start || M.Header.CondStep || M.Header.TestsInBody ||
      Plan.Steps.EachWidth || M.Early || Start->isInstantiationDependent() ||
      isa<IntegerLiteral>(Start->IgnoreParenImpCasts()) ||
      !Var->getType()->isArithmeticType() ||
      Var->getType()->getContainedAutoType() ||
      Var->getInitStyle() != VarDecl::CInit || !isSettledInFront(*Start))
    return std::nullopt;
  const std::optional<TextRange> R = Text.range(Start);
  const std::string Name = Names.unique((Var->getName() + "_begin").str());
  const std::optional<std::string> Declared =
      declare(*Var, Name, /*Const=*/true, Text, Ctx);
  if (!R || !Declared)
    return std::nullopt;
  Written.Edits.push_back({*R, Name});
  Ahead.BoundDeclaration +=
      Here.LoopIndent + *Declared + " = " + Text.text(*R).str() + ";\n";
  Values Out;
  Out[Var] = Name;
  return Out;
}

} // namespace cudapipe
