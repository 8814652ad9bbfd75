//===- FixesYaml.cpp - For clang-apply-replacements -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Emit/FixesYaml.h"
#include "clang/Tooling/DiagnosticsYaml.h"

using namespace llvm;
using namespace clang::tooling;

namespace cudapipe {
namespace {

DiagnosticMessage messageOf(StringRef Message, const TextPlace &At) {
  DiagnosticMessage Out(Message);
  Out.FilePath = At.File;
  Out.FileOffset = At.Offset;
  return Out;
}

Diagnostic diagnosticOf(const Finding &Found) {
  Diagnostic Out(checkOf(Found), messageOf(Found.Message, Found.At), {},
                 Diagnostic::Warning, /*BuildDirectory=*/"");
  for (const FindingNote &Note : Found.Notes)
    Out.Notes.push_back(messageOf(Note.Message, Note.At));
  for (const auto &[File, Edit] : Found.Edits)
    // Cannot fail: no two edits touch.
    cantFail(Out.Message.Fix[File].add(
        Replacement(File, Edit.Offset, Edit.Length, Edit.Text)));
  return Out;
}

} // namespace

void printFixesYaml(raw_ostream &OS, ArrayRef<Finding> Findings) {
  TranslationUnitDiagnostics All;
  for (const Finding &Found : Findings)
    if (Found.What != Finding::LeftAlone)
      All.Diagnostics.push_back(diagnosticOf(Found));
  if (!Findings.empty())
    All.MainSourceFile = Findings.front().At.File;
  yaml::Output Out(OS);
  Out << All;
}

} // namespace cudapipe
