//===- TextRound.cpp - A text, read and rewritten -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextRound.h"

using namespace llvm;

namespace cudapipe {

Expected<UnitTexts> TextRound::edited() {
  if (Edited)
    return *Edited;
  Expected<UnitTexts> Made = Texts.with(File.Result.Changes);
  if (Made)
    Edited = *Made;
  return Made;
}

Expected<TextRound> searchTexts(UnitTexts Texts, const RewriteOptions &Options,
                                const RoundState &Round) {
  TextRound Out{std::move(Texts), {}, {}, Round.Padded, Round.BarriersMoved};
  Error Failure = Error::success();
  Error ParseFailure = Out.Texts.parse(
      [&](clang::ASTContext &Context, ArrayRef<ParseError> Found) {
        std::vector<clang::SourceLocation> Places;
        for (const ParseError &Error : Found)
          Places.push_back(Error.Location);
        Out.Errors = Found.vec();
        Expected<FileRound> File = rewriteFile(Context, Options, Round, Places);
        if (File)
          Out.File = std::move(*File);
        else
          Failure = joinErrors(std::move(Failure), File.takeError());
      });
  if (Error Any = joinErrors(std::move(Failure), std::move(ParseFailure)))
    return std::move(Any);
  return Out;
}

} // namespace cudapipe
