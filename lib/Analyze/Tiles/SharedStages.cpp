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

#include "Analyze/Loop/LoopAnalysis.h"
#include "Analyze/Threads/DivergentExits.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/BuildLoopModel.h"
#include "clang/AST/PrettyPrinter.h"
#include <set>

using namespace clang;

namespace cudapipe {

namespace {

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
  /// The way from the stored element to the tile: no value is read there.
  llvm::SmallPtrSet<const Stmt *, 8> Way;
  unsigned Depth = 0;
  bool Understood = true;
};

/// \p S reads memory, which may change between the loops.
bool readsMemory(const Stmt *S) {
  const auto *Op = dyn_cast<UnaryOperator>(S);
  const auto *Member = dyn_cast<MemberExpr>(S);
  return isa<ArraySubscriptExpr>(S) || (Op && Op->getOpcode() == UO_Deref) ||
         (Member && Member->isArrow());
}

/// Adds \p E, the element, and what it is an element of.
void collectWay(const Expr *E, llvm::SmallPtrSetImpl<const Stmt *> &Way) {
  while (E && Way.insert(E).second) {
    if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E))
      E = subscriptBase(*Sub);
    else if (const auto *Member = dyn_cast<MemberExpr>(E))
      E = Member->getBase();
    else if (const auto *Op = dyn_cast<UnaryOperator>(E))
      E = Op->getSubExpr();
    else if (const auto *Cast = dyn_cast<CastExpr>(E))
      E = Cast->getSubExpr();
    else if (const auto *Paren = dyn_cast<ParenExpr>(E))
      E = Paren->getSubExpr();
    else if (const auto *Sum = dyn_cast<BinaryOperator>(E))
      E = Sum->getLHS()->getType()->isIntegerType() ? Sum->getRHS()
                                                    : Sum->getLHS();
  }
}

bool ElementsPrinter::handledStmt(Stmt *S, llvm::raw_ostream &OS) {
  if (isa<CallExpr, LambdaExpr>(S) && !isa<CXXOperatorCallExpr>(S))
    Understood = false;
  if (readsMemory(S) && !Way.count(S))
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
  bool OfTheTrip =
      Var->hasLocalStorage() && !isa<ParmVarDecl>(Var) &&
      !SM.isBeforeInTranslationUnit(At, M.Header.Loop->getBeginLoc()) &&
      SM.isBeforeInTranslationUnit(At, M.Header.Loop->getEndLoc());
  bool IsArray = Var->getType()->isArrayType();
  if (!IsArray && (Var->getType()->isReferenceType() || !isNeverChanged(*Var)))
    Understood = false;
  if (!OfTheTrip) {
    OS << '@' << Var;
    return true;
  }
  if (!Var->getInit() || ++Depth > 16) {
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
  Way.clear();
  collectWay(Copy.Destination, Way);
  Understood = Copy.Path.Calls.empty() && Copy.Name == Copy.Tile &&
               !Copy.From.ByGroup && (!Copy.From.IsAsync || Copy.Bytes);
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  for (const ForStmt *Loop : Copy.Path.Loops) {
    const auto *Init = dyn_cast_or_null<DeclStmt>(Loop->getInit());
    const auto *Var = Init && Init->isSingleDecl()
                          ? dyn_cast<VarDecl>(Init->getSingleDecl())
                          : nullptr;
    if (!Var || changes(Loop->getBody(), *Var))
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
    for (auto [Cond, InElse] :
         llvm::zip(Copy.Path.Conditions, Copy.Path.InElse)) {
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
      return Copy.Path.Conditions.size() == 1 && Other.Tile == Tile &&
             Other.Path.Conditions == Copy.Path.Conditions &&
             Other.Path.InElse[0] != Copy.Path.InElse[0] &&
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
