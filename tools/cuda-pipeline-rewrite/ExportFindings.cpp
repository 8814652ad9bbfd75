//===- ExportFindings.cpp - What other programs are told ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExportFindings.h"
#include "FindEdits.h"
#include "cudapipe/Emit/FindingsJson.h"
#include "cudapipe/Emit/FixesYaml.h"
#include "cudapipe/Emit/ReplaceFile.h"
#include "cudapipe/Emit/Sarif.h"
#include "cudapipe/Frontend/DeviceText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cudapipe {
namespace {

/// JSON holds other names with U+FFFD in them, and nobody finds those files.
Error checkNames(StringRef JsonFile, ArrayRef<FileWork> Arguments) {
  for (const FileWork &Work : Arguments)
    if (!JsonFile.empty() && !json::isUTF8(Work.Name))
      return createStringError("--json: the name '" + Work.Name +
                               "' is not UTF-8, as JSON has it");
  return Error::success();
}

Error write(StringRef File, function_ref<void(raw_ostream &)> Print) {
  if (File.empty())
    return Error::success();
  std::string Text;
  raw_string_ostream OS(Text);
  Print(OS);
  if (File != "-")
    return replaceFile(File, Text);
  outs() << Text;
  return Error::success();
}

std::vector<FileFailure> failuresOf(ArrayRef<FileWork> Arguments,
                                    const EditedFiles &Edited) {
  std::vector<FileFailure> Out;
  for (auto [I, Work] : enumerate(Arguments)) {
    std::string Failure =
        Work.Failure.empty() ? Edited.failureAt(I) : Work.Failure;
    if (!Failure.empty())
      Out.push_back({Work.Name, Failure});
    for (const ParseError &Error : Work.ParseErrors)
      Out.push_back({Error.File, "line " + std::to_string(Error.Line) +
                                     ": parse error: " + Error.Message});
    for (const ParseError *Error : hiddenFunctions(Work, /*Explains=*/true))
      Out.push_back(
          {Error->File, "line " + std::to_string(Error->Line) + ": " +
                            notReadMessage(*Error, Work.ParseErrors)});
  }
  return Out;
}

} // namespace

Error exportFindings(const Settings &Settings, ArrayRef<FileWork> Arguments,
                     const Agreement &Agreed, const EditedFiles &Edited) {
  if (Settings.Output.FixesFile.empty() && Settings.Output.SarifFile.empty() &&
      Settings.Output.JsonFile.empty())
    return Error::success();
  std::vector<Finding> All = findEdits(Arguments.size(), Agreed, Edited);
  std::vector<FileFailure> Failures = failuresOf(Arguments, Edited);
  SmallString<256> Here;
  if (sys::fs::current_path(Here))
    Here = "/";
  SarifRun Run{toolVersion().str(), Here.str().str(), {}};
  for (const FileFailure &Failure : Failures)
    Run.Failures.push_back(Failure.File + ": " + Failure.Message);
  std::vector<Finding> Scanned;
  copy_if(All, std::back_inserter(Scanned), [&](const Finding &Found) {
    return Found.What != Finding::LeftAlone || Settings.Console.Explain;
  });
  Error Out = write(Settings.Output.FixesFile,
                    [&](raw_ostream &OS) { printFixesYaml(OS, All); });
  Out = joinErrors(std::move(Out),
                   write(Settings.Output.SarifFile, [&](raw_ostream &OS) {
                     printSarif(OS, Scanned, Run);
                   }));
  Out = joinErrors(std::move(Out),
                   write(Settings.Output.JsonFile, [&](raw_ostream &OS) {
                     printFindingsJson(OS, All, Failures);
                   }));
  return joinErrors(std::move(Out),
                    checkNames(Settings.Output.JsonFile, Arguments));
}

} // namespace cudapipe
