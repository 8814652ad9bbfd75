//===- ProcessFile.h - One file, from text to edits -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOL_PROCESSFILE_H
#define CUDAPIPE_TOOL_PROCESSFILE_H

#include "Settings.h"
#include "cudapipe/Frontend/OtherParses.h"
#include "cudapipe/Frontend/ParseFile.h"

namespace cudapipe {

/// What was found in one file. Nothing is printed or written yet.
struct FileWork {
  /// As the user typed it, as Clang is given it, and as canonicalPath() has it.
  std::string Name, Path, Canonical;
  /// Read for the sake of its headers; nothing is said of it.
  bool HeadersOnly = false;
  /// Headers of the run that it includes, by canonical paths: their loops are
  /// looked at here, where their kernels are launched.
  std::vector<std::string> OwnHeaders;
  /// It is one of these.
  bool IsOwned = false;
  /// Else it is not parsed, and its text not kept.
  bool MayMatter = false;
  bool IsEmpty = false;
  /// With --kernel, what may be kernels, by the text; "": and others.
  std::vector<std::string> Kernels;
  /// Which of its commands it was read with, how many it has, and what that one
  /// makes. One work for each; nothing is said of those behind the first.
  unsigned Which = 0, Commands = 1;
  std::string Output;
  std::string Text;
  std::vector<ParseError> ParseErrors;
  FileResult Result;
  /// Notes on how it was read.
  std::string Notes;
  /// Why it could not be done.
  std::string Failure;
};

/// Loops that are left alone for the sake of other files:
/// ProgramAround::Denied.
using Denials = std::map<std::string, std::string>;

/// Reads the file of \p Known, and looks whether something may come of its
/// text.
FileWork readFile(const FileWork &Known, const Settings &Settings,
                  HeaderLists &Headers);

/// Rewrites in memory what readFile() gave. Safe to run in several threads.
/// \p Watch: RewriteOptions::Watch.
FileWork processFile(FileWork Read, const Settings &Settings,
                     const Denials &Denied, HeaderLists &Headers,
                     std::shared_ptr<LoopWatch> Watch);

/// The first error in each function that was not read, less those of which a
/// loop tells if \p Explains.
std::vector<const ParseError *> hiddenFunctions(const FileWork &Work,
                                                bool Explains);

/// What one file gave; printed in the order of the arguments.
struct FileOutcome {
  std::string Output, Errors;
  ExitCode Code = Ran;
};

/// What is said about \p Work, of whose loops \p Loops are reported here.
FileOutcome reportFile(const FileWork &Work, llvm::ArrayRef<LoopReport> Loops,
                       const Settings &Settings);

/// --dump-config of the first of Settings.Files.
ExitCode dumpConfigs(const Settings &Settings);

/// All of Settings.Files, with Settings.Jobs threads.
ExitCode processFiles(const Settings &Settings);

} // namespace cudapipe

#endif // CUDAPIPE_TOOL_PROCESSFILE_H
