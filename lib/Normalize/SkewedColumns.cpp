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
#include "cudapipe/Listed.h"

using namespace llvm;

namespace cudapipe {

/// \p Texts with skewed columns for the tiles \p Wanted.
static std::optional<SkewedTexts> skew(const UnitTexts &Texts,
                                       std::set<std::string> Wanted,
                                       const RewriteOptions &Options) {
  SkewedTexts Out{std::move(Wanted), std::nullopt, {}, {}};
  size_t Errors = 0, NewErrors = 0;
  auto Parse = [&](const UnitTexts &Of, AstConsumer Consume) {
    Error Failure = Of.parse(Consume);
    bool Failed = bool(Failure);
    consumeError(std::move(Failure));
    return !Failed;
  };
  if (!Parse(Texts, [&](clang::ASTContext &Ctx, ArrayRef<ParseError> Found) {
        Errors = Found.size();
        Out.Columns = skewColumns(Ctx, Options, Out.Wanted);
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
  for (const TileColumns::OfKernel &Kernel : Out.Columns.Kernels)
    Changes.push_back(Kernel.Change);
  if (!Changes.empty())
    Out.Texts = Edit(Changes);
  // One kernel after the other: those that do compile.
  if (!Out.Texts) {
    Changes.clear();
    for (const TileColumns::OfKernel &Kernel : Out.Columns.Kernels) {
      Changes.push_back(Kernel.Change);
      if (std::optional<UnitTexts> More = Edit(Changes)) {
        Out.Texts = std::move(More);
        continue;
      }
      Changes.pop_back();
      Out.Failed.insert(Kernel.Tiles.begin(), Kernel.Tiles.end());
    }
  }
  return Out;
}

std::optional<UnitTexts> skewedText(TextRound &Round,
                                    std::vector<LoopReport> &Loops,
                                    const RewriteOptions &Options) {
  std::set<std::string> Wanted;
  for (const LoopReport &Loop : Loops)
    if (!Loop.Why)
      Wanted.insert(Loop.Form.Skewed.begin(), Loop.Form.Skewed.end());
  if (Wanted.empty())
    return std::nullopt;
  Expected<UnitTexts> Texts = Round.edited();
  if (!Texts) {
    consumeError(Texts.takeError());
    return std::nullopt;
  }
  if (!Round.Skewed || Round.Skewed->Wanted != Wanted)
    Round.Skewed = skew(*Texts, std::move(Wanted), Options);
  if (!Round.Skewed)
    return std::nullopt;
  const SkewedTexts &Found = *Round.Skewed;
  for (LoopReport &Loop : Loops) {
    std::erase_if(Loop.Form.Skewed, [&](const std::string &Key) {
      auto It = Found.Columns.Tiles.find(Key);
      if (Loop.Why || It == Found.Columns.Tiles.end())
        return true;
      const bool Fails = Found.Failed.count(Key);
      const bool Done = !Fails && It->second.IsSkewed;
      (Done || Options.Pad.IsAsked ? Loop.Remarks : Loop.Details)
          .push_back(Fails ? "the columns of its tiles stay as they are: the "
                             "text would not compile"
                           : It->second.Remark);
      return !Done;
    });
    std::vector<std::string> Tiles;
    for (StringRef Key : Loop.Form.Skewed)
      Tiles.push_back(Key.rsplit(':').second.str());
    if (!Tiles.empty())
      Loop.Made.Also.push_back("skewed columns of " + listed(Tiles));
  }
  return Found.Texts;
}

} // namespace cudapipe
