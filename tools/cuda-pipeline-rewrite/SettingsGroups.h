//===- SettingsGroups.h - The options, group by group -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOL_SETTINGSGROUPS_H
#define CUDAPIPE_TOOL_SETTINGSGROUPS_H

#include "RewriteWords.h"
#include "Settings.h"
#include "llvm/Support/CommandLine.h"

namespace cudapipe {

/// The groups of --help: what is done to a loop, what comes out, how a file is
/// read.
llvm::cl::OptionCategory &rewritingOptions();
llvm::cl::OptionCategory &outputOptions();
llvm::cl::OptionCategory &readingOptions();

/// All of them, in the order of --help.
llvm::ArrayRef<const llvm::cl::OptionCategory *> optionGroups();

/// Prints --help, in 80 columns.
void printHelp(llvm::raw_ostream &OS);

/// Each reads one group of the parsed command line into \p Result, in this
/// order: what follows may look at what comes before.
/// --explain-rule: Settings::AsksRule.
llvm::Error readAskedRule(Settings &Result);
/// --gpu=list: Settings::AsksGpus.
void readAskedGpus(Settings &Result);
llvm::Error readFiles(Settings &Result);
llvm::Error readRewriting(Settings &Result);
llvm::Error readOutput(Settings &Result);
llvm::Error readReading(Settings &Result);
/// --gpu, --gpu-file and --nvcc.
llvm::Error readGpu(Settings &Result);
/// --shard, --shard-dir and --merge; \p Arguments is the command line without
/// the program.
llvm::Error readShardChoice(llvm::ArrayRef<std::string> Arguments,
                            Settings &Result);

} // namespace cudapipe

#endif // CUDAPIPE_TOOL_SETTINGSGROUPS_H
