//===- CommandExport.h - Commands for other programs ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOL_COMMANDEXPORT_H
#define CUDAPIPE_TOOL_COMMANDEXPORT_H

#include "Settings.h"

namespace cudapipe {

/// --print-compile-command: a line of shell for each command of each file.
ExitCode printCommands(const Settings &Settings);

/// --export-compile-commands: the database and the files of the command line in
/// Settings.Output.CommandsDir, with commands of Clang.
ExitCode exportCommands(const Settings &Settings);

} // namespace cudapipe

#endif // CUDAPIPE_TOOL_COMMANDEXPORT_H
