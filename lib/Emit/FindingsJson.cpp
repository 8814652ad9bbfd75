//===- FindingsJson.cpp - For scripts -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Emit/FindingsJson.h"
#include "cudapipe/Emit/RuleText.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace cudapipe {
namespace {

void printPlace(json::OStream &J, const TextPlace &At) {
  J.attribute("file", json::fixUTF8(At.File));
  J.attribute("line", At.Line);
  J.attribute("column", At.Column);
}

void printNotes(json::OStream &J, ArrayRef<FindingNote> Notes) {
  J.attributeArray("notes", [&] {
    for (const FindingNote &Note : Notes)
      J.object([&] {
        printPlace(J, Note.At);
        J.attribute("message", json::fixUTF8(Note.Message));
      });
  });
}

void printEdits(json::OStream &J, ArrayRef<FileEdit> Edits) {
  J.attributeArray("edits", [&] {
    for (const auto &[File, Edit] : Edits)
      J.object([&] {
        J.attribute("file", json::fixUTF8(File));
        J.attribute("line", int64_t(Edit.FirstLine));
        J.attribute("lines", int64_t(Edit.Lines));
        J.attribute("offset", int64_t(Edit.Offset));
        J.attribute("length", int64_t(Edit.Length));
        J.attribute("text", json::fixUTF8(Edit.Text));
      });
  });
}

void printLoop(json::OStream &J, const Finding &Found) {
  J.attribute("kernel", json::fixUTF8(Found.Loop.Kernel));
  printPlace(J, Found.At);
  J.attribute("rewritten", Found.What == Finding::Rewritten);
  if (Found.What == Finding::Rewritten) {
    J.attribute("summary", json::fixUTF8(Found.Loop.Made.Summary));
    J.attributeArray("also", [&] {
      for (const std::string &One : Found.Loop.Made.Also)
        J.value(json::fixUTF8(One));
    });
    J.attribute("stages", Found.Loop.Made.Stages);
    if (Found.Loop.Made.IsUndone)
      J.attribute("undone", true);
    printEdits(J, Found.Edits);
  } else {
    J.attribute("id", rejectionId(Found.Loop.Why->Kind));
    J.attribute("help", helpFor(ruleOf(Found)));
  }
  if (!Found.Loop.DecidedBy.empty())
    J.attribute("decided-by", Found.Loop.DecidedBy);
  J.attribute("message", json::fixUTF8(Found.Message));
  printNotes(J, Found.Notes);
}

} // namespace

void printFindingsJson(raw_ostream &OS, ArrayRef<Finding> Findings,
                       ArrayRef<FileFailure> Failures) {
  json::OStream J(OS, /*IndentSize=*/1);
  auto PrintAll = [&](StringRef Key, auto Wanted, auto Print) {
    J.attributeArray(Key, [&] {
      for (const Finding &Found : Findings)
        if (Wanted(Found))
          J.object([&] { Print(Found); });
    });
  };
  auto IsRace = [](const Finding &Found) {
    return Found.What == Finding::Race;
  };
  J.object([&] {
    J.attribute("version", 1);
    PrintAll("loops", std::not_fn(IsRace),
             [&](const Finding &Found) { printLoop(J, Found); });
    PrintAll("races", IsRace, [&](const Finding &Found) {
      J.attribute("kernel", json::fixUTF8(Found.Loop.Kernel));
      printPlace(J, Found.At);
      J.attribute("message", json::fixUTF8(Found.Message));
      printNotes(J, Found.Notes);
    });
    J.attributeArray("failures", [&] {
      for (const FileFailure &Failure : Failures)
        J.object([&] {
          J.attribute("file", json::fixUTF8(Failure.File));
          J.attribute("message", json::fixUTF8(Failure.Message));
        });
    });
  });
  OS << '\n';
}

} // namespace cudapipe
