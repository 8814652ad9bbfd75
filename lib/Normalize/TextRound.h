//===- TextRound.h - A text, read and rewritten -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_NORMALIZE_TEXTROUND_H
#define CUDAPIPE_LIB_NORMALIZE_TEXTROUND_H

#include "../TileColumns.h"
#include "../UnitTexts.h"
#include "cudapipe/RewriteText.h"

namespace cudapipe {

/// What became of the tiles that were to have skewed columns.
struct SkewedTexts {
  /// rowKey() of those that were asked about.
  std::set<std::string> Wanted;
  /// Nothing if no tile can have them.
  std::optional<UnitTexts> Texts;
  TileColumns Columns;
  /// Tiles with which the text would not compile.
  std::set<std::string> Failed;
};

/// The texts of a translation unit, parsed and rewritten once.
struct TextRound {
  UnitTexts Texts;
  FileRound File;
  std::vector<ParseError> Errors;
  /// Rows that are longer here than the user's.
  PaddedRows Padded = {};
  /// RoundState::BarriersMoved.
  std::set<unsigned> BarriersMoved = {};

  /// What edited() and skewedText() have made.
  std::optional<UnitTexts> Edited = std::nullopt;
  std::optional<SkewedTexts> Skewed = std::nullopt;

  /// The texts with all changes made.
  llvm::Expected<UnitTexts> edited();
  std::vector<LoopReport> &loops() { return File.Result.Loops; }
  const std::vector<LoopReport> &loops() const { return File.Result.Loops; }
};

/// Parses \p Texts and rewrites them.
llvm::Expected<TextRound> searchTexts(UnitTexts Texts,
                                      const RewriteOptions &Options,
                                      const RoundState &Round);

/// \p First with the passes made that help; nothing if none does. Loops that
/// are left alone are reported as there, and are told in \p First why the
/// passes do not help. All are under the places of \p First.
std::optional<TextRound> settleAll(TextRound &First,
                                   const RewriteOptions &Options,
                                   const RoundState &Round);

/// Round.edited(), in which \p Loops are pipelined, with skewed columns for
/// those of their tiles that are to have them; nothing if none can. Gives \p
/// Loops their remarks, and takes tiles that cannot out of LoopForm::Skewed.
std::optional<UnitTexts> skewedText(TextRound &Round,
                                    std::vector<LoopReport> &Loops,
                                    const RewriteOptions &Options);

/// Parses \p Edited, what comes of \p Made, and adds the loops that do not
/// compile as they were pipelined to \p Broken. False if there are none.
///
/// Fails on a bug in us: they do not read as they were proved (readBack()).
llvm::Expected<bool> addBrokenLoops(const TextResult &Made,
                                    const UnitTexts &Edited,
                                    std::map<unsigned, BrokenResult> &Broken);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_NORMALIZE_TEXTROUND_H
