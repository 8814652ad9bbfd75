//===- OtherBuilds.h - What other configurations change ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The syntax tree is that of one configuration. In another one an #if chooses
// other text, a macro has another definition, a template other arguments: the
// result has to be right there, too. Asked before anything is printed.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_BUILDS_OTHERBUILDS_H
#define CUDAPIPE_LIB_BUILDS_OTHERBUILDS_H

#include "Rewrite/SourceText.h"
#include "TemplateSizes.h"
#include "cudapipe/Frontend/Directives.h"
#include "cudapipe/Plan/PipelinePlan.h"

namespace cudapipe {

/// Where a loop stands in its file.
struct LoopRanges {
  TextRange Loop, Body;
  /// One an item, with the macros it is spelled by.
  llvm::ArrayRef<TextRange> Items;
};

class OtherBuilds {
public:
  OtherBuilds(const PipelinePlan &Plan, const LoopModel &M, LoopRanges Place,
              const SourceText &Text, const Directives &OfFile,
              const clang::ASTContext &Ctx)
      : Plan(Plan), M(M), LoopRange(Place.Loop), BodyRange(Place.Body),
        ItemRanges(Place.Items), Text(Text), OfFile(OfFile), Ctx(Ctx) {}

  /// Each branch of an #if beside the loop is whole.
  std::optional<Rejection> checkBranches();
  /// Why the result would be wrong in another configuration of the text.
  std::optional<Rejection> check();
  /// What other builds may make of the macros that the text invokes: it was not
  /// looked at, and is for the user to know.
  const std::vector<std::string> &remarks() const { return Remarks; }

private:
  std::optional<Rejection> checkHiddenChanges();
  std::optional<Rejection> checkHiddenMacros();
  std::optional<Rejection> checkOtherDefinitions();
  std::optional<Rejection> checkOtherTypes();
  std::optional<Rejection> checkOtherQualifiers();
  std::optional<Rejection> checkOtherFunctions();
  std::optional<Rejection> checkPlace();
  std::optional<Rejection> checkCudaNames();
  std::vector<TextRange> chosenParts() const;
  bool standsBeforeLoop(unsigned At) const;
  bool declaredInBody(const clang::VarDecl *Var) const;
  VarSet readEarly() const;
  VarSet movesAway() const;
  void remark(std::string Text);
  bool isChosen(unsigned At) const;

  const PipelinePlan &Plan;
  const LoopModel &M;
  TextRange LoopRange, BodyRange;
  llvm::ArrayRef<TextRange> ItemRanges;
  const SourceText &Text;
  const Directives &OfFile;
  const clang::ASTContext &Ctx;
  std::vector<std::string> Remarks;
};

/// What wide copies rely on: numbers share them out among the threads.
TemplateSizes wideSizes(const PipelinePlan &Plan, const LoopModel &M,
                        const SourceText &Text, const clang::ASTContext &Ctx);
/// What \p Copy, an asynchronous one, relies on beside the size of its element:
/// that it never meets another to its tile, and that its bytes are not
/// converted.
TemplateSizes asyncSizes(const TileCopy &Copy, const PipelinePlan &Plan,
                         const LoopModel &M, const SourceText &Text,
                         const clang::ASTContext &Ctx);
/// What else was proved by numbers, and no branch of the result can test:
/// pieces that stay apart, types of registers, and copies in called functions.
TemplateSizes provedSizes(const PipelinePlan &Plan, const LoopModel &M,
                          const SourceText &Text, const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_BUILDS_OTHERBUILDS_H
