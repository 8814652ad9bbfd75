//===- TextRound.h - The steps behind rewriteText() -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_TEXTROUND_H
#define CUDAPIPE_LIB_TEXTROUND_H

#include "cudapipe/RewriteText.h"

namespace cudapipe {

/// One text, parsed and searched once.
struct TextRound {
  std::string Text;
  FileResult Result;
  std::vector<ParseError> Errors;
  /// Rows that are longer here than the user's.
  std::map<std::string, PaddedRow> Padded = {};
};

/// Parses \p Text and rewrites it.
llvm::Expected<TextRound> searchText(const DeviceCommand &Command,
                                     llvm::StringRef Path, llvm::StringRef Text,
                                     const RewriteOptions &Options);

/// \p Options for texts with the loops of \p First in other lines.
RewriteOptions withoutLines(RewriteOptions Options, const TextRound &First);

/// \p First with the pointers into tiles that are set in front of loops set in
/// these, where they have stages only so; nothing if there are none. Tells
/// loops that are refused even so why.
std::optional<TextRound> pointersText(TextRound &First,
                                      const DeviceCommand &Command,
                                      llvm::StringRef Path,
                                      RewriteOptions Options,
                                      llvm::StringRef Style);

/// What rewriteText() gives, but that nobody has read the result.
llvm::Expected<TextResult> unreadResult(const DeviceCommand &Command,
                                        llvm::StringRef Path,
                                        llvm::StringRef Text,
                                        const RewriteOptions &Options,
                                        llvm::StringRef Style);

/// Reports of \p Last under the places of \p First, and as there where a loop
/// is left alone.
void keepPlaces(FileResult &Last, const FileResult &First);

/// Makes one change, from \p Old to \p New, of all that concern the main file:
/// theirs is another text, with bodies in the place of calls, or longer rows.
void makeOneChange(FileResult &Result, llvm::StringRef Old,
                   llvm::StringRef New);

/// What unreadResult() gives for \p First with blocks around loops that are
/// pipelined only so; nothing if there are none. Tells loops that are refused
/// even so why.
std::optional<TextResult>
blockText(TextRound &First, const DeviceCommand &Command, llvm::StringRef Path,
          RewriteOptions Options, llvm::StringRef Style);

/// \p First with barriers that every trip meets, in loops of which all threads
/// skip trips and that are pipelined only so; nothing if there are none.
std::optional<TextRound> skippedText(const TextRound &First,
                                     const DeviceCommand &Command,
                                     llvm::StringRef Path,
                                     RewriteOptions Options,
                                     llvm::StringRef Style);

/// \p First with the bodies of what is called in the place of the calls, in
/// loops that are pipelined only so, or, \p ForWideCopies, that have wide
/// copies for it; nothing if that helps none.
std::optional<TextRound> inlinedText(const TextRound &First,
                                     const DeviceCommand &Command,
                                     llvm::StringRef Path,
                                     RewriteOptions Options,
                                     llvm::StringRef Style, bool ForWideCopies);

/// More copies of \p New are asynchronous than of \p Old, or they are wide.
bool hasBetterCopies(const LoopReport &New, const LoopReport &Old,
                     bool ForWideCopies);

/// \p Before with what functions load for a tile in the place of the calls, and
/// of the variables that carry it there, in loops that have more asynchronous
/// copies for it; else directText() of it.
std::optional<TextRound> loadText(const TextRound &Before,
                                  const DeviceCommand &Command,
                                  llvm::StringRef Path,
                                  const RewriteOptions &Options,
                                  llvm::StringRef Style);

/// \p Before with loads in the place of the variables that carry them to a
/// tile, in loops that have more asynchronous copies for it; nothing if there
/// are none.
std::optional<TextRound>
directText(const TextRound &Before, const DeviceCommand &Command,
           llvm::StringRef Path, RewriteOptions Options, llvm::StringRef Style);

/// \p Before with rows that wide copies can fill, in loops that have more of
/// these for it; nothing if there are none.
std::optional<TextRound> alignedText(const TextRound &Before,
                                     const DeviceCommand &Command,
                                     llvm::StringRef Path,
                                     RewriteOptions Options,
                                     llvm::StringRef Style);

/// \p Before with longer rows for the tiles of its rewritten loops, as they are
/// planned there; nothing if there are none, or if no loop keeps its form with
/// them. Gives loops of \p Before that don't a remark.
std::optional<TextRound>
paddedText(TextRound &Before, const DeviceCommand &Command,
           llvm::StringRef Path, RewriteOptions Options, llvm::StringRef Style);

/// \p Text, in which \p Loops are pipelined, with skewed columns for those of
/// their tiles that are to have them; nothing if none can. Gives \p Loops their
/// remarks.
std::optional<std::string>
skewedText(llvm::StringRef Text, std::vector<LoopReport> &Loops,
           const DeviceCommand &Command, llvm::StringRef Path,
           const RewriteOptions &Options, llvm::StringRef Style);

/// Parses \p Text with the changes of \p Made: the loops of its main file that
/// do not compile as they were pipelined, by LoopReport::Ordinal, and why. If
/// only headers are changed, nothing is read.
std::map<unsigned, std::string>
brokenLoops(const TextResult &Made, const DeviceCommand &Command,
            llvm::StringRef Path, llvm::StringRef Text, llvm::StringRef Style);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_TEXTROUND_H
