//===- CopyNames.cpp - The names in a wide copy ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of the copy moves to the start of the statement that it is in, that
// of definitions from in front of the loop as well. What is not replaced there
// must be visible, mean the same, and have the value that it had.
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/CopyNames.h"
#include "CopyWidener.h"
#include "cudapipe/Analyze/AccessType.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"

using namespace clang;

namespace cudapipe {
namespace {

/// Collects what the text of a copy names.
class KeptNames {
public:
  explicit KeptNames(const std::vector<ElementPart> &Parts) { add(Parts); }

  void visit(const Stmt *S) {
    if (!S || Replaced.count(S))
      return;
    if (auto It = Definitions.find(S); It != Definitions.end()) {
      Defined.insert(cast<DeclRefExpr>(S)->getDecl());
      return visit(It->second);
    }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      Kept.insert(Ref->getDecl());
    if (const auto *Constant = dyn_cast<SubstNonTypeTemplateParmExpr>(S))
      Kept.insert(Constant->getParameter());
    else
      for (const Stmt *Child : S->children())
        visit(Child);
  }

  llvm::SetVector<const NamedDecl *> Kept, Defined;

private:
  void add(const std::vector<ElementPart> &Parts) {
    for (const ElementPart &Part : Parts) {
      if (Part.Kind == ElementPart::Definition)
        Definitions[Part.At] = Part.Init;
      else
        Replaced.insert(Part.At);
      add(Part.Parts);
    }
  }

  std::set<const Stmt *> Replaced;
  std::map<const Stmt *, const Expr *> Definitions;
};

} // namespace

/// What the text of \p W keeps.
static KeptNames textOf(const WideCopy &W, const LoopModel &M) {
  KeptNames Text(W.Parts);
  Text.visit(M.Copies[W.Copy].Destination);
  Text.visit(W.SourcePointer ? W.SourcePointer : W.Source);
  for (const auto &Guard : W.Guards)
    Text.visit(Guard.first);
  return Text;
}

bool CopyWidener::readNames(const WideCopy &W) {
  const KeptNames Text = textOf(W, M);
  for (const NamedDecl *D : Text.Kept) {
    if (!Visible.means(*D, placeOf(W)))
      return fail("'" + D->getNameAsString() +
                  "' has no meaning, or another one, in front of the copy");
    for (unsigned I = 0; I < W.Items.front(); ++I)
      if (const auto *Var = dyn_cast<VarDecl>(D);
          Var && (M.Items[I].R == Role::Load || M.Items[I].R == Role::Both) &&
          M.Items[I].E.Writes.count(Var) && !isNeverChanged(*Var))
        return fail("'" + D->getNameAsString() +
                    "' moves in front of the copy");
  }
  llvm::StringMap<const NamedDecl *> Meaning;
  for (const auto *Set : {&Text.Defined, &Text.Kept})
    for (const NamedDecl *D : *Set)
      if (D->getIdentifier() &&
          Meaning.try_emplace(D->getName(), D).first->second != D)
        return fail("it hangs on two variables of the name '" +
                    D->getNameAsString() + "'");
  return true;
}

bool CopyWidener::canName(const Stmt *S, const WideCopy &W) const {
  return Visible.meanTheSame(S, M.Header.Loop->getBeginLoc()) &&
         Visible.meanTheSame(S, placeOf(W));
}

CopyNames namesOf(const WideCopy &W, const LoopModel &M,
                  const ASTContext &Ctx) {
  CopyNames Out;
  KeptNames Text = textOf(W, M);
  const SourceLocation Place = M.Items[W.Items.front()].S->getBeginLoc();
  const VisibleNames Visible(*M.Kernel, Ctx.getSourceManager());
  TypeLoc Loc = W.written();
  for (auto Array = Loc ? Loc.getAs<ArrayTypeLoc>() : ArrayTypeLoc(); Array;
       Array = Array.getElementLoc().getAs<ArrayTypeLoc>()) {
    Out.HasSizes &= Visible.meanTheSame(Array.getSizeExpr(), Place);
    Text.visit(Array.getSizeExpr());
  }
  for (const auto &Size : W.Threads.Sizes)
    Text.visit(Size.second);
  for (const auto *Set : {&Text.Defined, &Text.Kept})
    for (const NamedDecl *D : *Set)
      if (D->getIdentifier())
        Out.Kept.insert(D->getName());
  if (W.Threads.Number)
    Out.Kept.insert(W.Threads.Number->getName());
  return Out;
}

} // namespace cudapipe
