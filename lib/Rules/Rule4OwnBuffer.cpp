//===- Rule4OwnBuffer.cpp - The buffer is ours --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every use of the tile is in the loop body, or in places that see the same:
// behind the loop its name stands for the last stage. Its address is kept
// nowhere that outlives the trip.
//
// `auto &As = As_stages[stage]` is a name of the same array, but `decltype(As)`
// is a reference now, which std::extent and its like know nothing of. A stage
// of dynamic shared memory is named by a pointer, and `&` of that is the
// address of a variable.
//
//===----------------------------------------------------------------------===//

#include "Analyze/Effects/StrangerCall.h"
#include "Analyze/Loop/LoopAnalysis.h"
#include "Analyze/Pointers/FixedMembers.h"
#include "Analyze/Pointers/TileAddress.h"
#include "Analyze/Threads/DivergentExits.h"
#include "Analyze/Tiles/AreaContents.h"
#include "Analyze/Tiles/HelperCopies.h"
#include "Analyze/Tiles/TileContents.h"
#include "Rules.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/BuildLoopModel.h"
#include "cudapipe/Analyze/Taint.h"
#include "cudapipe/Match/UnknownSpelling.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/PrettyPrinter.h"
#include <set>

using namespace clang;

namespace cudapipe {

MaybeRejection checkSharedNumbers(LoopAnalysis &A) {
  const Effects Whole = effectsOf(A.M.Kernel->getBody(), A.Flow, A.Ctx);
  for (const SharedByNumber &N : Whole.Numbers)
    if (N.Params.empty())
      return Rejection{
          RejectionKind::UnknownEffects, N.Where->getSourceRange(),
          "shared memory is addressed by a number here that comes from no "
          "pointer, and arrays would lie elsewhere"};
  return std::nullopt;
}

//===- Uses outside of the loop -----------------------------------------===//

/// Some threads make only the first of the two loops.
static bool threadsLeaveBetween(const Stmt *Other, const LoopAnalysis &A) {
  if (A.M.Around.SkippedBy)
    return true;
  const SourceManager &SM = A.Ctx.getSourceManager();
  const Stmt *First = Other, *Second = A.M.Header.Loop;
  if (SM.isBeforeInTranslationUnit(Second->getBeginLoc(), First->getBeginLoc()))
    std::swap(First, Second);
  Taint Threads(A.M.Kernel->getBody(), A.Flow, A.Ctx, Taint::Seed::ThreadIndex,
                A.Callers.PerThread);
  for (const Stmt *S = A.Parents.getParent(Other); S;
       S = A.Parents.getParent(S))
    if (const auto *If = dyn_cast<IfStmt>(S);
        If && Threads.reaches(If->getCond()))
      return true;
  return divergentReturn(A.M.Kernel->getBody(), Threads, First, Second, &SM);
}

MaybeRejection readOutsideUse(LoopAnalysis &A, const DeclRefExpr *Use) {
  LoopModel &M = A.M;
  const auto *Tile = cast<VarDecl>(Use->getDecl());
  Rejection No{RejectionKind::TileUsedOutsideLoop, Use->getSourceRange(),
               quoted(Tile) + " is one array here and two stages in the loop"};
  const Stmt *Block = A.Parents.getParent(M.Header.LoopWithPragmas);
  if (!isa_and_nonnull<CompoundStmt>(Block))
    Block = nullptr;
  const Stmt *Child = Use, *InBlock = nullptr;
  for (const Stmt *S = A.Parents.getParent(Use); S;
       Child = S, S = A.Parents.getParent(S)) {
    if (S == M.Header.Loop)
      return No;
    if (llvm::is_contained(A.Others, S)) {
      if (threadsLeaveBetween(S, A))
        return No;
      std::pair<const VarDecl *, const Stmt *> Share(Tile, S);
      if (!llvm::is_contained(M.Staged.SharedWith, Share))
        M.Staged.SharedWith.push_back(Share);
      return std::nullopt;
    }
    if (isa<LambdaExpr>(S))
      return No;
    if (S == Block)
      InBlock = Child;
  }
  // In a round to come, or with no trip at all, the last stage would not be
  // the one that was written last.
  for (const Stmt *S = Block; S; S = A.Parents.getParent(S))
    if (isa<ForStmt, WhileStmt, DoStmt>(S))
      return No;
  if (!InBlock || A.inDeviceFunction())
    return No;
  auto Children = cast<CompoundStmt>(Block)->body();
  if (std::find(Children.begin(), Children.end(), InBlock) <
      std::find(Children.begin(), Children.end(), M.Header.LoopWithPragmas))
    return No;
  M.Staged.UsedAfter.insert(Tile);
  return std::nullopt;
}

//===- Functions that see the tile --------------------------------------===//

namespace {

/// Looks for a use of a variable that does not stand in one function. Places
/// count, so that all instantiations of a template are one.
class UseElsewhere : public DynamicRecursiveASTVisitor {
public:
  UseElsewhere(const VarDecl &Var, SourceRange Function,
               const SourceManager &SM)
      : Var(Var), Function(Function), SM(SM) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    SourceLocation At = SM.getExpansionLoc(Ref->getLocation());
    if (Ref->getDecl()->getCanonicalDecl() == Var.getCanonicalDecl() &&
        (SM.isBeforeInTranslationUnit(At, Function.getBegin()) ||
         SM.isBeforeInTranslationUnit(Function.getEnd(), At)))
      Found = Ref;
    return !Found;
  }

  const DeclRefExpr *Found = nullptr;

private:
  const VarDecl &Var;
  SourceRange Function;
  const SourceManager &SM;
};

} // namespace

MaybeRejection checkFileScope(const LoopAnalysis &A) {
  const SourceManager &SM = A.Ctx.getSourceManager();
  SourceRange Body = A.M.Kernel->getBody()->getSourceRange();
  for (const VarDecl *Tile : A.M.Staged.Tiles) {
    if (!Tile->isFileVarDecl() || Tile->hasExternalStorage())
      continue;
    UseElsewhere Uses(*Tile,
                      {SM.getExpansionLoc(Body.getBegin()),
                       SM.getExpansionLoc(Body.getEnd())},
                      SM);
    for (Decl *D : A.Ctx.getTraversalScope())
      Uses.TraverseDecl(D);
    if (Uses.Found)
      return Rejection{RejectionKind::TileUsedOutsideLoop,
                       Uses.Found->getSourceRange(),
                       "another function uses " + quoted(Tile)};
    if (std::optional<UnknownSpelling> Unread = findUnreadUse(*Tile, A.Ctx))
      return Rejection{RejectionKind::TileUsedOutsideLoop,
                       SourceRange(Unread->At),
                       Unread->Why + " names " + quoted(Tile)};
  }
  return std::nullopt;
}

//===- Code that wants the tile to be an array --------------------------===//

namespace {

/// Looks for `decltype(tile)`. In parentheses, `decltype((tile))`, a name is a
/// reference in any case.
class TypeQuestion : public DynamicRecursiveASTVisitor {
public:
  explicit TypeQuestion(const LoopAnalysis &A) : A(A) {}

  bool VisitDecltypeTypeLoc(DecltypeTypeLoc Type) override {
    const auto *Ref = dyn_cast_or_null<DeclRefExpr>(Type.getUnderlyingExpr());
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (A.isTile(Var) && Var->getType()->isArrayType())
      Found = Ref;
    return !Found;
  }

  const DeclRefExpr *Found = nullptr;

private:
  const LoopAnalysis &A;
};

} // namespace

MaybeRejection checkTileTypes(const LoopAnalysis &A) {
  TypeQuestion Question(A);
  Question.TraverseStmt(const_cast<CompoundStmt *>(A.M.Header.Body));
  if (!Question.Found)
    return std::nullopt;
  return Rejection{RejectionKind::TileAddressEscapes,
                   Question.Found->getSourceRange(),
                   quoted(Question.Found->getDecl()) +
                       " is asked for its type, which a stage does not have"};
}

MaybeRejection checkMeansAddress(const LoopAnalysis &A,
                                 const DeclRefExpr *Use) {
  if (!Use->getType()->isArrayType())
    return std::nullopt;
  const Stmt *Around = A.Parents.getParentIgnoreParens(Use);
  bool MeansArray = false;
  if (const auto *Op = dyn_cast_or_null<UnaryOperator>(Around))
    MeansArray = Op->getOpcode() == UO_AddrOf;
  else if (const auto *Cast = dyn_cast_or_null<CastExpr>(Around))
    MeansArray = Cast->isGLValue(); // reinterpret_cast<float (&)[64]>(smem)
  else if (const auto *Call = dyn_cast_or_null<CallExpr>(Around))
    // In a template the array has not decayed to a pointer yet.
    MeansArray = !Call->isTypeDependent();
  else if (const auto *Decls = dyn_cast_or_null<DeclStmt>(Around))
    MeansArray = llvm::any_of(Decls->decls(), [&](const Decl *D) {
      const auto *Var = dyn_cast<VarDecl>(D);
      return Var && Var->getInit() && Var->getType()->isReferenceType() &&
             Var->getInit()->IgnoreParens() == Use;
    });
  if (!MeansArray)
    return std::nullopt;
  return Rejection{RejectionKind::TileAddressEscapes, Around->getSourceRange(),
                   quoted(Around, A.Ctx) + " means the array itself; a stage "
                                           "of it is named by a pointer"};
}

//===- May the tile have two buffers? -----------------------------------===//

namespace {

/// Looks for uses of the tiles that a second buffer would break.
class TileUses {
public:
  explicit TileUses(LoopAnalysis &A) : A(A) {}

  MaybeRejection find(const Stmt *S, bool InLoop);

private:
  MaybeRejection follow(const DeclRefExpr *Use) const;

  LoopAnalysis &A;
  const LambdaExpr *Around = nullptr;
};

MaybeRejection TileUses::find(const Stmt *S, bool InLoop) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return std::nullopt;
  // Only the body sees the stage buffer: the header is outside.
  if (S == A.M.Header.Body)
    InLoop = true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()); A.isTile(Var)) {
      if (isDynamicShared(*Var) && !InLoop)
        return std::nullopt; // readDynamicArea() looks at these
      if (!InLoop)
        return readOutsideUse(A, Ref);
      if (Around)
        return Rejection{
            RejectionKind::TileAddressEscapes, Ref->getSourceRange(),
            "a lambda that does not capture by reference uses " + quoted(Var)};
      return follow(Ref);
    }
  // Only a lambda that captures by reference sees this trip's stage.
  const LambdaExpr *Outer = Around;
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
    if (Lambda->getCaptureDefault() != LCD_ByRef)
      Around = Lambda;
  for (const Stmt *Child : S->children())
    if (MaybeRejection Why = find(Child, InLoop))
      return Why;
  Around = Outer;
  return std::nullopt;
}

MaybeRejection TileUses::follow(const DeclRefExpr *Use) const {
  TileAddress Address(A);
  const Stmt *Escape = Address.escapeOf(Use);
  unsigned &Needed = A.M.Staged.StageAlignment[cast<VarDecl>(Use->getDecl())];
  Needed = std::max({Needed, 1u, Address.alignment()});
  if (!Escape)
    return std::nullopt;
  return Rejection{RejectionKind::TileAddressEscapes, Use->getSourceRange(),
                   "the address of " + quoted(Use->getDecl()) + " is kept in " +
                       quoted(Escape, A.Ctx)};
}

} // namespace

/// Only elements of \p Tile are read and stored in \p S: nobody is told where
/// it lies. \p IsDiscarded: nor by what \p S gives, as by `f(tile[i] = x)`.
static bool namesElementsOnly(const Stmt *S, const VarDecl &Tile,
                              bool IsDiscarded) {
  if (!S)
    return true;
  // `Tile[i][j].x`: what is left to look at are the subscripts.
  auto IndicesOnly = [&](const Expr *Element) {
    Element = Element->IgnoreParens();
    if (Element->getType()->isArrayType())
      return false;
    while (const auto *Member = dyn_cast<MemberExpr>(Element)) {
      if (Member->isArrow())
        return false;
      Element = Member->getBase()->IgnoreParens();
    }
    llvm::SmallVector<const Expr *, 4> Indices;
    while (const auto *Sub = dyn_cast<ArraySubscriptExpr>(Element)) {
      Indices.push_back(Sub->getIdx());
      Element = Sub->getBase()->IgnoreParenImpCasts();
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(Element);
    return Ref && Ref->getDecl() == &Tile && !Indices.empty() &&
           llvm::all_of(Indices, [&](const Expr *Index) {
             return namesElementsOnly(Index, Tile, /*IsDiscarded=*/false);
           });
  };
  const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
  const bool IsRead = Cast && Cast->getCastKind() == CK_LValueToRValue;
  if (IsRead && IndicesOnly(Cast->getSubExpr()))
    return true;
  if (const auto *Op = dyn_cast<BinaryOperator>(S);
      Op && Op->isAssignmentOp() && IsDiscarded && IndicesOnly(Op->getLHS()))
    return namesElementsOnly(Op->getRHS(), Tile, /*IsDiscarded=*/false);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() != &Tile;
  // Of a class without code of its own, who copies gets bytes.
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(S);
  const auto *Made = dyn_cast<CXXConstructExpr>(S);
  const auto *Copies =
      Made ? Made->getConstructor()
      : Call && Call->getOperator() == OO_Equal && IsDiscarded
          ? dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee())
          : nullptr;
  const bool AreCopied = Copies && Copies->isTrivial();
  const bool AreDiscarded =
      IsRead ||
      isa<CompoundStmt, ForStmt, WhileStmt, DoStmt, IfStmt, AttributedStmt,
          SwitchStmt, SwitchCase>(S) ||
      (IsDiscarded && isa<ExprWithCleanups, ParenExpr>(S));
  return llvm::all_of(S->children(), [&](const Stmt *Child) {
    const auto *Part = AreCopied ? dyn_cast_or_null<Expr>(Child) : nullptr;
    return (Part && IndicesOnly(Part->IgnoreParenImpCasts())) ||
           namesElementsOnly(Child, Tile, AreDiscarded);
  });
}

/// What is called elsewhere may know where a tile of \p A lies.
static bool mayKnowTiles(const LoopAnalysis &A) {
  return llvm::any_of(A.M.Staged.Tiles, [&](const VarDecl *Tile) {
    return !Tile->isStaticLocal() || isDynamicShared(*Tile) ||
           !namesElementsOnly(A.M.Kernel->getBody(), *Tile,
                              /*IsDiscarded=*/true);
  });
}

void checkSecondBuffer(LoopAnalysis &A) {
  MaybeRejection &Why = A.M.Staged.SingleBufferOnly;
  if (A.inDeviceFunction())
    for (const VarDecl *Tile : A.M.Staged.Tiles)
      if (isa<ParmVarDecl>(Tile) || Tile->hasExternalStorage()) {
        Why = Rejection{RejectionKind::TileUsedOutsideLoop,
                        Tile->getSourceRange(),
                        quoted(Tile) + " comes from the caller, who has one "
                                       "buffer of it"};
        return;
      }
  for (const BodyItem &Item : A.M.Items)
    if (callsStranger(Item.E) && mayKnowTiles(A)) {
      const MemoryAccess *Call =
          llvm::find_if(Item.E.MemoryWrites, [](const MemoryAccess &W) {
            return W.Root.Kind == MemoryRoot::Stranger;
          });
      Why = Rejection{
          RejectionKind::TileAddressEscapes, Call->Where->getSourceRange(),
          strangerOf(Item.E) + ", which may know where a tile lies"};
      return;
    }
  Why = TileUses(A).find(A.M.Kernel->getBody(), /*InLoop=*/false);
  for (const auto &[Tile, Loop] : A.M.Staged.SharedWith)
    if (!Why && A.M.Staged.UsedAfter.count(Tile))
      Why =
          Rejection{RejectionKind::TileUsedOutsideLoop, Tile->getSourceRange(),
                    quoted(Tile) + " is a tile of another loop, too, and is "
                                   "used behind the loops"};
  if (!Why)
    Why = checkTileTypes(A);
  if (!Why)
    Why = checkFileScope(A);
  if (!Why)
    Why = readDynamicArea(A);
  if (!Why)
    Why = checkThreadsStay(A);
  if (Why)
    return;
  Why = checkFootprint(A, nullptr);
  // All threads played: what a trip stores hangs on nothing that changes.
  if (Why && A.M.Staged.Dynamic &&
      llvm::all_of(
          A.M.Staged.Tiles,
          [](const VarDecl *Tile) { return isDynamicShared(*Tile); }) &&
      partsKeepApart(A)) {
    Why = std::nullopt;
    A.M.Proofs.HoldsForNumbers = true;
  }
}

} // namespace cudapipe
