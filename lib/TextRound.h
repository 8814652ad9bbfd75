//===- TextRound.h - The steps behind rewriteText() -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_TEXTROUND_H
#define CUDAPIPE_LIB_TEXTROUND_H

#include "UnitTexts.h"
#include "cudapipe/RewriteText.h"

namespace cudapipe {

/// The texts of a translation unit, parsed and searched once.
struct TextRound {
  UnitTexts Texts;
  FileResult Result;
  std::vector<ParseError> Errors;
  /// Rows that are longer here than the user's.
  std::map<std::string, PaddedRow> Padded = {};
};

/// Parses \p Texts and rewrites them.
llvm::Expected<TextRound> searchTexts(UnitTexts Texts,
                                      const RewriteOptions &Options);

/// \p Before with \p Changes made, parsed and searched; nothing if that fails.
std::optional<TextRound>
nextRound(const TextRound &Before,
          llvm::ArrayRef<clang::tooling::AtomicChange> Changes,
          const RewriteOptions &Options);

/// \p After, a text of the same loops as \p Before, has no more errors.
bool keepsLoops(const TextRound &After, const TextRound &Before);

/// \p New, of a text in which other loops were edited, is what \p Old was.
bool isSameForm(const LoopReport &New, const LoopReport &Old);

/// \p Options for texts with the loops of \p First in other lines.
RewriteOptions withoutLines(RewriteOptions Options, const TextRound &First);

/// \p First with the pointers into tiles that are set in front of loops set in
/// these, where they have stages only so; nothing if there are none. Tells
/// loops that are refused even so why.
std::optional<TextRound> pointersText(TextRound &First, RewriteOptions Options);

/// What rewriteText() gives, but that nobody has read the result.
llvm::Expected<TextResult> unreadResult(const UnitTexts &Texts,
                                        const RewriteOptions &Options);

/// Reports of \p Last under the places of \p First, and as there where a loop
/// is left alone.
void keepPlaces(FileResult &Last, const FileResult &First);

/// Makes one change, from \p Old to \p New, of all of \p Result that concern
/// one of \p Files: theirs is another text, with bodies in the place of calls,
/// or longer rows.
llvm::Error makeOneChangeOfEach(llvm::ArrayRef<std::string> Files,
                                FileResult &Result, const UnitTexts &Old,
                                const UnitTexts &New);

/// What unreadResult() gives for \p First with blocks around loops that are
/// pipelined only so; nothing if there are none. Tells loops that are refused
/// even so why.
std::optional<TextResult> blockText(TextRound &First, RewriteOptions Options);

/// \p First with barriers that every trip meets, in loops of which all threads
/// skip trips and that are pipelined only so; nothing if there are none.
std::optional<TextRound> skippedText(const TextRound &First,
                                     RewriteOptions Options);

/// \p First with the bodies of what is called in the place of the calls, in
/// loops that are pipelined only so, or, \p ForWideCopies, that have wide
/// copies for it; nothing if that helps none.
std::optional<TextRound>
inlinedText(const TextRound &First, RewriteOptions Options, bool ForWideCopies);

/// More copies of \p New are asynchronous than of \p Old, or they are wide.
bool hasBetterCopies(const LoopReport &New, const LoopReport &Old,
                     bool ForWideCopies);

/// \p Before with what functions load for a tile in the place of the calls, and
/// of the variables that carry it there, in loops that have more asynchronous
/// copies for it; else directText() of it.
std::optional<TextRound> loadText(const TextRound &Before,
                                  const RewriteOptions &Options);

/// \p Before with loads in the place of the variables that carry them to a
/// tile, in loops that have more asynchronous copies for it; nothing if there
/// are none.
std::optional<TextRound> directText(const TextRound &Before,
                                    RewriteOptions Options);

/// \p Before with rows that wide copies can fill, in loops that have more of
/// these for it; nothing if there are none.
std::optional<TextRound> alignedText(const TextRound &Before,
                                     RewriteOptions Options);

/// \p Before with registers for two blocks and the next tile, in loops that
/// have just these; nothing if there are none.
std::optional<TextRound> residentText(const TextRound &Before,
                                      RewriteOptions Options);

/// \p Before with longer rows for the tiles of its rewritten loops, as they are
/// planned there; nothing if there are none, or if no loop keeps its form with
/// them. Gives loops of \p Before that don't a remark.
std::optional<TextRound> paddedText(TextRound &Before, RewriteOptions Options);

/// \p Texts, in which \p Loops are pipelined, with skewed columns for those of
/// their tiles that are to have them; nothing if none can. Gives \p Loops their
/// remarks, and takes tiles that cannot out of LoopReport::Skewed.
std::optional<UnitTexts> skewedText(const UnitTexts &Texts,
                                    std::vector<LoopReport> &Loops,
                                    const RewriteOptions &Options);

/// Parses \p Texts with the changes of \p Made: the loops that do not compile
/// as they were pipelined, by LoopReport::Ordinal, and why.
std::map<unsigned, std::string> brokenLoops(const TextResult &Made,
                                            const UnitTexts &Texts);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_TEXTROUND_H
