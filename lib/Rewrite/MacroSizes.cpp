//===- MacroSizes.cpp - Sizes that are arguments of macros ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of an argument stands wherever the macro puts it:
//
//   #define LAUNCH(kernel, bytes) kernel<<<1, 64, bytes>>>(A, bytes / 4)
//
//===----------------------------------------------------------------------===//

#include "LaunchEditor.h"

using namespace clang;

namespace cudapipe {
namespace {

/// Calls \p Do for what \p S consists of, down to names and numbers.
void forEachLeaf(const Stmt *S, llvm::function_ref<void(const Stmt *)> Do) {
  if (!S)
    return;
  // `if (bytes > 48 * 1024)`: what is compared may follow the size.
  const auto *Op = dyn_cast<BinaryOperator>(S);
  if (Op && Op->isRelationalOp())
    return;
  if (S->children().empty())
    return Do(S);
  for (const Stmt *Child : S->children())
    forEachLeaf(Child, Do);
}

} // namespace

bool LaunchEditor::isUsedOtherwise(const Expr *Size,
                                   const LaunchSite &Site) const {
  if (!Size->getBeginLoc().isMacroID())
    return false;
  std::optional<TextRange> Range = Text.range(Size);
  if (!Range)
    return false; // no text to edit
  if (!Site.Host || !Site.Host->getBody())
    return true;
  std::set<SourceLocation> AsSize;
  auto Know = [&](const Stmt *Leaf) { AsSize.insert(Leaf->getBeginLoc()); };
  forEachLeaf(Size, Know);
  for (const LaunchSite &Other : Launches.Sites)
    for (const Expr *Given : Other.Sizes)
      forEachLeaf(Given, Know);
  bool Out = false;
  forEachLeaf(Site.Host->getBody(), [&](const Stmt *Leaf) {
    auto [File, At] = SM.getDecomposedLoc(SM.getFileLoc(Leaf->getBeginLoc()));
    Out |= Leaf->getBeginLoc().isMacroID() && File == Text.file() &&
           At >= Range->Begin && At < Range->End &&
           !AsSize.count(Leaf->getBeginLoc());
  });
  return Out;
}

} // namespace cudapipe
