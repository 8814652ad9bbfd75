//===- TextRound.h - A text, read and rewritten -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_NORMALIZE_TEXTROUND_H
#define CUDAPIPE_LIB_NORMALIZE_TEXTROUND_H

#include "../UnitTexts.h"
#include "cudapipe/RewriteText.h"

namespace cudapipe {

/// The texts of a translation unit, parsed and rewritten once.
struct TextRound {
  UnitTexts Texts;
  FileRound File;
  std::vector<ParseError> Errors;
  /// Rows that are longer here than the user's.
  PaddedRows Padded = {};

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

/// \p Texts, in which \p Loops are pipelined, with skewed columns for those of
/// their tiles that are to have them; nothing if none can. Gives \p Loops their
/// remarks, and takes tiles that cannot out of LoopForm::Skewed.
std::optional<UnitTexts> skewedText(const UnitTexts &Texts,
                                    std::vector<LoopReport> &Loops,
                                    const RewriteOptions &Options);

/// Parses \p Texts with the changes of \p Made, and adds the loops that do not
/// compile as they were pipelined to \p Broken. False if there are none.
///
/// Fails on a bug in us: they do not read as they were proved (readBack()).
llvm::Expected<bool> addBrokenLoops(const TextResult &Made,
                                    const UnitTexts &Texts,
                                    std::map<unsigned, BrokenResult> &Broken);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_NORMALIZE_TEXTROUND_H
