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

bool OtherBuilds::declaredInBody(const VarDecl *Var) const {
  std::optional<TextRange> At = Text.range(SourceRange(Var->getLocation()));
  return At && BodyRange.contains(*At);
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
  }
  if (const auto *Bounds = M.Kernel->getAttr<CUDALaunchBoundsAttr>())
    Sizes.add(Bounds->getMaxThreads());
  return Sizes;
}

TemplateSizes provedSizes(const PipelinePlan &Plan, const LoopModel &M,
                          const SourceText &Text, const ASTContext &Ctx) {
  TemplateSizes Proved(*M.Kernel, Text, Ctx);
  const bool Relies = M.Proofs.HoldsForNumbers ||
                      (M.Proofs.EvenLoops &&
                       llvm::is_contained(Plan.Travels, Travel::Register));
  if (Relies && Plan.Stages > 1) {
    Proved.add(M.Header.Loop);
    for (const VarDecl *Tile : M.Staged.Tiles)
      Proved.add(*Tile);
  }
  for (auto [Copy, Travels] : llvm::zip_equal(M.Copies, Plan.Travels))
    if (Travels == Travel::Async && Copy.From.Source)
      Proved.addType(Copy.From.SourcePointer
                         ? hiddenPointee(*Copy.From.SourcePointer)
                         : hiddenChoice(*Copy.From.Source));
    else if (Travels == Travel::Register && keepsLoadedType(Copy, Ctx))
      Proved.addType(hiddenChoice(*Copy.From.RawLoad));
  for (const LoadedArray &Array : Plan.Split.LoadedArrays)
    Proved.addType(hiddenChoice(*Array.Load));
  // Registers are stored in the user's order.
  for (auto [Copy, Travels] : llvm::zip_equal(M.Copies, Plan.Travels))
    if (Copy.Overlap.IsApartForNumbers && Travels == Travel::Async) {
      Proved.add(M.Items[Copy.Path.Item].S);
      Proved.add(*Copy.Tile);
    }
  return Proved;
}

} // namespace cudapipe
