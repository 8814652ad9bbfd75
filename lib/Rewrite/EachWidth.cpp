//===- EachWidth.cpp - The pipeline in a lambda, called for each width ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   // Called with a constant: two loops, each with one kind of copy.
//   auto pipeline = [&](bool wide) {
//     ...                            load phase, prologue, main loop
//   };
//   if (wide_copies)
//     pipeline(true);
//   else
//     pipeline(false);
//
//===----------------------------------------------------------------------===//

#include "LoopWriter.h"

using namespace clang;

namespace cudapipe {

/// The lines of the loop can move to the right.
bool LoopWriter::mayIndent() const {
  llvm::StringRef Lines =
      Text.text({Here.Before, Text.endOfTrivia(Here.LoopRange.End)});
  return !Lines.contains("R\"") && !Lines.contains("\\\n") &&
         !Lines.contains("\\\r") &&
         Text.directives({Here.Before, Here.LoopRange.End}).empty();
}

std::string LoopWriter::beginEachWidth(std::string InFront,
                                       SlicePrinter &Printer) {
  if (!Plan.Steps.EachWidth || !mayIndent() || Printer.wideName().empty())
    return InFront;
  Made.WideName = Printer.wideName();
  Made.PipelineName = Names.unique("pipeline");
  std::string Width = Names.unique("wide");
  Printer.setWideName(Width);
  Written.Outside =
      InFront + Here.LoopIndent +
      "// Called with a constant: two loops, each with one kind of "
      "copy.\n" +
      Here.LoopIndent + "auto " + Made.PipelineName + " = [&](bool " + Width +
      ") {\n";
  return "";
}

std::optional<Rejection> LoopWriter::endEachWidth() {
  if (Made.PipelineName.empty())
    return std::nullopt;
  TextRange Whole{Here.Before, Text.endOfTrivia(Here.LoopRange.End)};
  std::vector<TextEdit> Inside;
  llvm::erase_if(Written.Edits, [&](const TextEdit &E) {
    if (!Whole.contains(E.Range))
      return false;
    Inside.push_back(E);
    return true;
  });
  std::optional<std::string> Lines = Text.edited(Whole, std::move(Inside));
  if (!Lines)
    return reject(M.Header.Loop, "its edits collide");
  std::string Deeper = Here.LoopIndent + Here.Unit;
  Written.Edits.push_back(
      {Whole, Written.Outside + reindent(*Lines, Here.LoopIndent, Deeper) +
                  Here.LoopIndent + "};\n" + Here.LoopIndent + "if (" +
                  Made.WideName + ")\n" + Deeper + Made.PipelineName +
                  "(true);\n" + Here.LoopIndent + "else\n" + Deeper +
                  Made.PipelineName + "(false);\n"});
  return std::nullopt;
}

} // namespace cudapipe
