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
  llvm::StringRef Lines = Text.text({Before, Text.endOfTrivia(LoopRange.End)});
  return !Lines.contains("R\"") && !Lines.contains("\\\n") &&
         !Lines.contains("\\\r") &&
         Text.directives({Before, LoopRange.End}).empty();
}

std::string LoopWriter::beginEachWidth(std::string InFront,
                                       SlicePrinter &Printer) {
  if (!Plan.Steps.EachWidth || !mayIndent() || Printer.wideName().empty())
    return InFront;
  WideName = Printer.wideName();
  PipelineName = Names.unique("pipeline");
  std::string Width = Names.unique("wide");
  Printer.setWideName(Width);
  Outside = InFront + LoopIndent +
            "// Called with a constant: two loops, each with one kind of "
            "copy.\n" +
            LoopIndent + "auto " + PipelineName + " = [&](bool " + Width +
            ") {\n";
  return "";
}

std::optional<Rejection> LoopWriter::endEachWidth() {
  if (PipelineName.empty())
    return std::nullopt;
  TextRange Whole{Before, Text.endOfTrivia(LoopRange.End)};
  std::vector<TextEdit> Inside;
  llvm::erase_if(Edits, [&](const TextEdit &E) {
    if (!Whole.contains(E.Range))
      return false;
    Inside.push_back(E);
    return true;
  });
  std::optional<std::string> Lines = Text.edited(Whole, std::move(Inside));
  if (!Lines)
    return reject(M.Header.Loop, "its edits collide");
  std::string Deeper = LoopIndent + Unit;
  Edits.push_back({Whole, Outside + reindent(*Lines, LoopIndent, Deeper) +
                              LoopIndent + "};\n" + LoopIndent + "if (" +
                              WideName + ")\n" + Deeper + PipelineName +
                              "(true);\n" + LoopIndent + "else\n" + Deeper +
                              PipelineName + "(false);\n"});
  return std::nullopt;
}

} // namespace cudapipe
