//===- main.cpp - cuda-pipeline-rewrite -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandExport.h"
#include "ProcessFile.h"
#include "Settings.h"
#include "llvm/Support/raw_ostream.h"

int main(int Argc, const char **Argv) {
  llvm::Expected<cudapipe::Settings> Settings =
      cudapipe::readCommandLine(Argc, Argv);
  if (Settings && Settings->Output.DumpConfig)
    return cudapipe::dumpConfigs(*Settings);
  if (Settings && Settings->Output.PrintsCommands)
    return cudapipe::printCommands(*Settings);
  if (Settings && !Settings->Output.CommandsDir.empty())
    return cudapipe::exportCommands(*Settings);
  if (Settings)
    return cudapipe::processFiles(*Settings);
  llvm::errs() << "cuda-pipeline-rewrite: error: "
               << llvm::toString(Settings.takeError()) << '\n';
  return cudapipe::Failed;
}
