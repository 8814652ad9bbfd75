//===- SharedStages.cpp - Tiles that are used outside of their loop -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Behind the loop the tile's name stands for the last stage: whatever is done
// to it there is done to what the last trip has left.
//
// Two loops may have one tile. The stages of the second hold what the first has
// left in them, where the one buffer would hold its last tile. Nobody sees the
// difference if both store the same elements in every trip: these are stored
// before they are read, and others are never stored at all.
//
//===----------------------------------------------------------------------===//

#include "LoopAnalysis.h"
#include "cudapipe/Analyze/BuildLoopModel.h"
#include "clang/AST/PrettyPrinter.h"
#include <set>

using namespace clang;

namespace cudapipe {

MaybeRejection readOutsideUse(LoopAnalysis &A, const DeclRefExpr *Use) {
  LoopModel &M = A.M;
  const auto *Tile = cast<VarDecl>(Use->getDecl());
  Rejection No{RejectionKind::TileUsedOutsideLoop, Use->getSourceRange(),
               quoted(Tile) + " is one array here and two stages in the loop"};
  const Stmt *Block = A.Parents.getParent(M.LoopWithPragmas);
  if (!isa_and_nonnull<CompoundStmt>(Block))
    Block = nullptr;
  const Stmt *Child = Use, *InBlock = nullptr;
  for (const Stmt *S = A.Parents.getParent(Use); S;
       Child = S, S = A.Parents.getParent(S)) {
    if (S == M.Loop)
      return No;
    if (llvm::is_contained(A.Others, S)) {
      std::pair<const VarDecl *, const Stmt *> Share(Tile, S);
      if (!llvm::is_contained(M.SharedWith, Share))
        M.SharedWith.push_back(Share);
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
      std::find(Children.begin(), Children.end(), M.LoopWithPragmas))
    return No;
  M.UsedAfter.insert(Tile);
  return std::nullopt;
}

namespace {

bool assigns(const Stmt *S, const VarDecl *Var) {
  if (!S)
    return false;
  const Expr *Target = nullptr;
  if (const auto *Op = dyn_cast<BinaryOperator>(S); Op && Op->isAssignmentOp())
    Target = Op->getLHS();
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && (Op->isIncrementDecrementOp() || Op->getOpcode() == UO_AddrOf))
    Target = Op->getSubExpr();
  const auto *Ref =
      Target ? dyn_cast<DeclRefExpr>(Target->IgnoreParenImpCasts()) : nullptr;
  return (Ref && Ref->getDecl() == Var) ||
         llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return assigns(Child, Var); });
}

/// Prints which elements a copy stores: the same text in two loops means the
/// same elements. Variables go by number, locals of the trip by their value.
class ElementsPrinter : public PrinterHelper {
public:
  ElementsPrinter(const LoopModel &M, const ASTContext &Ctx)
      : M(M), Ctx(Ctx), Policy(Ctx.getPrintingPolicy()) {}

  /// Empty if not understood.
  std::string print(const TileCopy &Copy, bool WithConditions);

private:
  bool handledStmt(Stmt *S, llvm::raw_ostream &OS) override;
  void write(const Stmt *S, llvm::raw_ostream &OS) {
    if (S)
      S->printPretty(OS, this, Policy);
  }

  const LoopModel &M;
  const ASTContext &Ctx;
  PrintingPolicy Policy;
  llvm::SmallVector<const VarDecl *, 4> LoopVars;
  unsigned Depth = 0;
  bool Understood = true;
};

bool ElementsPrinter::handledStmt(Stmt *S, llvm::raw_ostream &OS) {
  if (isa<CallExpr, LambdaExpr>(S) && !isa<CXXOperatorCallExpr>(S))
    Understood = false;
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var)
    return false;
  auto It = llvm::find(LoopVars, Var);
  if (It != LoopVars.end()) {
    OS << '$' << It - LoopVars.begin();
    return true;
  }
  const SourceManager &SM = Ctx.getSourceManager();
  SourceLocation At = SM.getExpansionLoc(Var->getLocation());
  bool OfTheTrip = Var->hasLocalStorage() && !isa<ParmVarDecl>(Var) &&
                   !SM.isBeforeInTranslationUnit(At, M.Loop->getBeginLoc()) &&
                   SM.isBeforeInTranslationUnit(At, M.Loop->getEndLoc());
  if (Var->hasLocalStorage() && assigns(M.Kernel->getBody(), Var))
    Understood = false;
  if (!OfTheTrip) {
    OS << '@' << Var;
    return true;
  }
  if (!Var->getInit() || Var->getType()->isReferenceType() || ++Depth > 16) {
    Understood = false;
    return true;
  }
  OS << '(';
  write(Var->getInit(), OS);
  OS << ')';
  --Depth;
  return true;
}

std::string ElementsPrinter::print(const TileCopy &Copy, bool WithConditions) {
  LoopVars.clear();
  Understood = Copy.Calls.empty() && Copy.Name == Copy.Tile && !Copy.ByGroup &&
               (!Copy.IsAsync || Copy.Bytes);
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  for (const ForStmt *Loop : Copy.Loops) {
    const auto *Init = dyn_cast_or_null<DeclStmt>(Loop->getInit());
    const auto *Var = Init && Init->isSingleDecl()
                          ? dyn_cast<VarDecl>(Init->getSingleDecl())
                          : nullptr;
    if (!Var || assigns(Loop->getBody(), Var))
      return "";
    write(Var->getInit(), OS);
    LoopVars.push_back(Var);
    OS << ';';
    write(Loop->getCond(), OS);
    OS << ';';
    write(Loop->getInc(), OS);
    OS << ':';
  }
  if (WithConditions)
    for (auto [Cond, InElse] : llvm::zip(Copy.Conditions, Copy.InElse)) {
      OS << (InElse ? "unless " : "if ");
      write(Cond, OS);
      OS << ':';
    }
  write(Copy.Destination, OS);
  OS << Copy.Bytes;
  return Understood ? Out : "";
}

/// The elements that \p M stores, the same in every trip.
std::optional<std::set<std::string>>
elementsOf(const LoopModel &M, const VarDecl *Tile, const ASTContext &Ctx) {
  std::set<std::string> Out;
  ElementsPrinter Printer(M, Ctx);
  for (const TileCopy &Copy : M.Copies) {
    if (Copy.Tile != Tile)
      continue;
    std::string Text = Printer.print(Copy, /*WithConditions=*/false);
    // The other branch fills what this one does not load.
    bool Both = llvm::any_of(M.Copies, [&](const TileCopy &Other) {
      return Copy.Conditions.size() == 1 && Other.Tile == Tile &&
             Other.Conditions == Copy.Conditions &&
             Other.InElse[0] != Copy.InElse[0] &&
             Printer.print(Other, /*WithConditions=*/false) == Text;
    });
    if (!Both)
      Text = Printer.print(Copy, /*WithConditions=*/true);
    if (Text.empty())
      return std::nullopt;
    Out.insert(Text);
  }
  return Out;
}

} // namespace

bool storeSameElements(const LoopModel &A, const LoopModel &B,
                       const VarDecl *Tile, const ASTContext &Ctx) {
  auto InA = elementsOf(A, Tile, Ctx), InB = elementsOf(B, Tile, Ctx);
  return InA && InB && !InA->empty() && *InA == *InB;
}

} // namespace cudapipe
