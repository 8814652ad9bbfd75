//===- main.cpp - cuda-pipeline-rewrite -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandExport.h"
#include "GuardedCall.h"
#include "ProcessFile.h"
#include "SettingsGroups.h"
#include "StandardStreams.h"
#include "cudapipe/Emit/RuleText.h"
#include "llvm/Support/raw_ostream.h"

using namespace cudapipe;

static ExitCode run(int Argc, const char **Argv) {
  llvm::Expected<Settings> Wanted = readCommandLine(Argc, Argv);
  if (!Wanted) {
    llvm::errs() << "cuda-pipeline-rewrite: error: "
                 << llvm::toString(Wanted.takeError()) << '\n';
    return Failed;
  }
  if (Wanted->AsksHelp || Wanted->AsksVersion) {
    (Wanted->AsksHelp ? printHelp : printVersion)(llvm::outs());
    return Ran;
  }
  if (!Wanted->AsksRule.empty()) {
    llvm::outs() << ruleText(Wanted->AsksRule);
    return Ran;
  }
  if (Wanted->AsksGpus) {
    printGpus(llvm::outs());
    return Ran;
  }
  if (Wanted->Output.DumpConfig)
    return dumpConfigs(*Wanted);
  if (Wanted->Output.PrintsCommands)
    return printCommands(*Wanted);
  if (!Wanted->Output.CommandsDir.empty())
    return exportCommands(*Wanted);
  return processFiles(*Wanted);
}

int main(int Argc, const char **Argv) {
  openStreams();
  ExitCode Code = Failed;
  if (!survives([&] { Code = run(Argc, Argv); }))
    llvm::errs() << "cuda-pipeline-rewrite: error: internal error; please "
                    "report this with the command\n";
  leaveAbandoned(Code);
  return std::max(Code, closeStreams());
}
