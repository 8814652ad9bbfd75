//===- SkewedText.cpp - Skewed columns in the result ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Other than longer rows, skewed columns are the last edit: the phases that
// pipeline a loop need not know what `skewed(c)` is.
//
//===----------------------------------------------------------------------===//

#include "../TileColumns.h"
#include "TextRound.h"

using namespace llvm;

namespace cudapipe {

std::optional<UnitTexts> skewedText(const UnitTexts &Texts,
                                    std::vector<LoopReport> &Loops,
                                    const RewriteOptions &Options) {
  std::set<std::string> Wanted;
  for (const LoopReport &Loop : Loops)
    if (!Loop.Why)
      Wanted.insert(Loop.Form.Skewed.begin(), Loop.Form.Skewed.end());
  if (Wanted.empty())
    return std::nullopt;
  TileColumns Columns;
  size_t Errors = 0, NewErrors = 0;
  auto Parse = [&](const UnitTexts &Of, AstConsumer Consume) {
    Error Failure = Of.parse(Consume);
    bool Failed = bool(Failure);
    consumeError(std::move(Failure));
    return !Failed;
  };
  if (!Parse(Texts, [&](clang::ASTContext &Ctx, ArrayRef<ParseError> Found) {
        Errors = Found.size();
        Columns = skewColumns(Ctx, Options, Wanted);
      }))
    return std::nullopt;
  auto Edit = [&](ArrayRef<clang::tooling::AtomicChange> Changes) {
    Expected<UnitTexts> Edited = Texts.with(Changes);
    bool Compiles = Edited &&
                    Parse(*Edited,
                          [&](clang::ASTContext &, ArrayRef<ParseError> Found) {
                            NewErrors = Found.size();
                          }) &&
                    NewErrors <= Errors;
    if (Compiles)
      return std::optional(std::move(*Edited));
    if (!Edited)
      consumeError(Edited.takeError());
    return std::optional<UnitTexts>();
  };
  std::vector<clang::tooling::AtomicChange> Changes;
  for (const TileColumns::OfKernel &Kernel : Columns.Kernels)
    Changes.push_back(Kernel.Change);
  std::optional<UnitTexts> Out;
  if (!Changes.empty())
    Out = Edit(Changes);
  // One kernel after the other: those that do compile.
  std::set<std::string> Failed;
  if (!Out) {
    Changes.clear();
    for (const TileColumns::OfKernel &Kernel : Columns.Kernels) {
      Changes.push_back(Kernel.Change);
      if (std::optional<UnitTexts> More = Edit(Changes)) {
        Out = std::move(More);
        continue;
      }
      Changes.pop_back();
      Failed.insert(Kernel.Tiles.begin(), Kernel.Tiles.end());
    }
  }
  for (LoopReport &Loop : Loops)
    std::erase_if(Loop.Form.Skewed, [&](const std::string &Key) {
      auto It = Columns.Tiles.find(Key);
      if (Loop.Why || It == Columns.Tiles.end())
        return true;
      const bool Done = !Failed.count(Key) && It->second.IsSkewed;
      (Done || Options.Pad.IsAsked ? Loop.Remarks : Loop.Details)
          .push_back(Failed.count(Key)
                         ? "the columns of its tiles stay as they are: the "
                           "text would not compile"
                         : It->second.Remark);
      return !Done;
    });
  return Out;
}

} // namespace cudapipe
