//===- OtherBuilds.cpp - What other configurations change -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OtherBuilds.h"
#include "OtherTypes.h"
#include "Rewrite/Spelling.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/TemplateTypes.h"

using namespace clang;

namespace cudapipe {

std::optional<Rejection> OtherBuilds::check() {
  for (auto Check :
       {&OtherBuilds::checkHiddenChanges, &OtherBuilds::checkHiddenMacros,
        &OtherBuilds::checkOtherDefinitions, &OtherBuilds::checkOtherTypes,
        &OtherBuilds::checkOtherQualifiers, &OtherBuilds::checkOtherFunctions,
        &OtherBuilds::checkPlace, &OtherBuilds::checkCudaNames})
    if (std::optional<Rejection> Why = (this->*Check)())
      return Why;
  return std::nullopt;
}

void OtherBuilds::remark(std::string Text) {
  if (!llvm::is_contained(Remarks, Text))
    Remarks.push_back(std::move(Text));
}

bool OtherBuilds::declaredInBody(const VarDecl *Var) const {
  std::optional<TextRange> At = Text.range(SourceRange(Var->getLocation()));
  return At && BodyRange.contains(*At);
}

/// What the text of \p Copy relies on where it is asynchronous.
static void addAsync(TemplateSizes &Out, const TileCopy &Copy,
                     const PipelinePlan &Plan, const LoopModel &M) {
  if (Copy.From.Source)
    Out.addType(Copy.From.SourcePointer
                    ? hiddenPointee(*Copy.From.SourcePointer)
                    : hiddenChoice(*Copy.From.Source));
  // Of copies that may meet, all keep the user's order or none.
  for (auto [Other, Travels] : llvm::zip_equal(M.Copies, Plan.Travels))
    if ((Other.Tile == Copy.Tile ||
         (isDynamicShared(*Other.Tile) && isDynamicShared(*Copy.Tile))) &&
        Other.Overlap.IsApartForNumbers && Travels == Travel::Async) {
      Out.add(M.Items[Other.Path.Item].S);
      Out.add(*Other.Tile);
    }
}

TemplateSizes wideSizes(const PipelinePlan &Plan, const LoopModel &M,
                        const SourceText &Text, const ASTContext &Ctx) {
  TemplateSizes Sizes(*M.Kernel, Text, Ctx);
  if (!Plan.UsesWide)
    return Sizes;
  for (const WideCopy &W : M.Wide.Copies) {
    Sizes.add(*W.Tile);
    Sizes.addTile(*W.Name);
    // How far behind it the piece lies that is tested in its place.
    for (const WideTest &Test : W.Tests)
      if (M.Staged.Dynamic &&
          llvm::is_contained(M.Staged.Dynamic->Names, Test.Var))
        Sizes.add(*Test.Var);
    for (unsigned Item : W.Items)
      Sizes.add(M.Items[Item].S);
    // Of another build, it may not be the number of the thread.
    if (W.Threads.Number)
      Sizes.add(*W.Threads.Number);
  }
  for (const TileCopy &Copy : M.Copies)
    if (M.wideCopyOf(Copy))
      addAsync(Sizes, Copy, Plan, M);
  if (const auto *Bounds = M.Kernel->getAttr<CUDALaunchBoundsAttr>())
    Sizes.add(Bounds->getMaxThreads());
  return Sizes;
}

TemplateSizes asyncSizes(const TileCopy &Copy, const PipelinePlan &Plan,
                         const LoopModel &M, const SourceText &Text,
                         const ASTContext &Ctx) {
  TemplateSizes Sizes(*M.Kernel, Text, Ctx);
  addAsync(Sizes, Copy, Plan, M);
  return Sizes;
}

/// Which elements of the dynamic memory \p Area the kernel uses outside its
/// loop: that its pieces keep apart was played with these.
static void addOutside(TemplateSizes &Out, const DynamicArea &Area,
                       const LoopModel &M) {
  auto IsName = [&](const ValueDecl *D) {
    return D == Area.Array || llvm::is_contained(Area.Names, D) ||
           llvm::is_contained(Area.NamesAfter, D) ||
           llvm::is_contained(Area.Others, D);
  };
  auto Visit = [&](auto &&Self, const Stmt *S) -> bool {
    if (!S || S == M.Header.Loop)
      return false;
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    bool Found = Ref && IsName(Ref->getDecl());
    for (const Stmt *Child : S->children())
      Found |= Self(Self, Child);
    if (!Found)
      return false;
    if (const auto *For = dyn_cast<ForStmt>(S)) {
      Out.add(For->getInit());
      Out.add(For->getCond());
      Out.add(For->getInc());
    } else if (const auto *While = dyn_cast<WhileStmt>(S))
      Out.add(While->getCond());
    else if (const auto *If = dyn_cast<IfStmt>(S))
      Out.add(If->getCond());
    else if (const auto *E = dyn_cast<Expr>(S);
             E && (E->getType()->isPointerType() || E->isLValue()))
      Out.add(E);
    return true;
  };
  Visit(Visit, M.Kernel->getBody());
}

TemplateSizes provedSizes(const PipelinePlan &Plan, const LoopModel &M,
                          const SourceText &Text, const ASTContext &Ctx) {
  TemplateSizes Proved(*M.Kernel, Text, Ctx);
  if (M.Proofs.HoldsForNumbers && Plan.Stages > 1) {
    Proved.add(M.Header.Loop);
    for (const VarDecl *Tile : M.Staged.Tiles)
      Proved.add(*Tile);
    if (M.Staged.Dynamic)
      addOutside(Proved, *M.Staged.Dynamic, M);
  }
  for (auto [Copy, Travels] : llvm::zip_equal(M.Copies, Plan.Travels))
    if (Travels == Travel::Async && !Copy.Path.Calls.empty())
      addAsync(Proved, Copy, Plan, M);
    else if (Travels == Travel::Register && keepsLoadedType(Copy, Ctx))
      Proved.addType(hiddenChoice(*Copy.From.RawLoad));
  for (const SliceLeaf &Leaf : Plan.Split.Leaves)
    for (const KeptLoad &Kept : Leaf.Kept)
      Proved.addType(hiddenChoice(*Kept.Load));
  return Proved;
}

} // namespace cudapipe
