//===- Settings.h - The command line, read ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOL_SETTINGS_H
#define CUDAPIPE_TOOL_SETTINGS_H

#include "LineFilter.h"
#include "RewriteWords.h"
#include "Shards.h"
#include "cudapipe/Compile/Compiler.h"
#include "cudapipe/Frontend/DeviceCommand.h"
#include "cudapipe/Judge/VerdictFile.h"
#include "cudapipe/RewriteFile.h"

namespace cudapipe {

/// The exit codes. Of many files, the highest wins.
enum ExitCode { Ran = 0, Asked = 1, Failed = 2 };

/// What is written, and where to; "-" is stdout.
struct Outputs {
  /// -o; empty: a diff on stdout.
  std::string OutputFile;
  /// --export-fixes, --sarif, --json.
  std::string FixesFile, SarifFile, JsonFile;
  /// --export-compile-commands: a folder.
  std::string CommandsDir;
  bool PrintsCommands = false, InPlace = false, PrintKernels = false,
       DumpConfig = false;

  /// Something else than the diff goes to stdout.
  bool hidesDiff() const {
    return FixesFile == "-" || SarifFile == "-" || JsonFile == "-";
  }
};

/// How much is said, and how.
struct ConsoleStyle {
  bool Explain = false, Quiet = false, Verbose = false,
       WarningsAsErrors = false;
  /// On a terminal, a line says how far a long run has come.
  bool ShowsProgress = false;
  bool ColorOutput = false, ColorErrors = false;
};

/// The verdicts of a run, each file read once. Safe in several threads.
class VerdictFiles {
public:
  /// Fails if \p Path is there and no such file.
  llvm::Expected<VerdictFile *> open(llvm::StringRef Path);
  /// Writes what has changed.
  llvm::Error write();

private:
  std::mutex Mutex;
  std::map<std::string, std::unique_ptr<VerdictFile>> ByPath;
};

/// Who decides what auto takes.
struct Deciders {
  /// The nvcc that is there; nothing: none.
  std::optional<Compiler> Nvcc;
  /// --nvcc: it says how many registers kernels take whatever is rewritten.
  bool CountsRegisters = false;
  std::shared_ptr<VerdictFiles> Verdicts = std::make_shared<VerdictFiles>();
};

/// What the user typed, checked.
struct Settings {
  FrontendOptions Frontend;
  RewriteOptions Rewrite;
  /// Rewrite in words, and the options among them that the user gave: the
  /// others may be those of a `.cuda-pipeline`.
  RewriteWords Words;
  std::set<std::string> Given;
  LineFilter Lines;
  ShardChoice Shard;
  std::vector<std::string> Files;
  /// -p.
  std::string BuildDir;
  Deciders Deciding;
  std::string FormatStyle;
  bool Check = false;
  /// Kernels that a missing header hides are no error.
  bool SkipsUnreadable = false;
  unsigned Jobs = 1;
  Outputs Output;
  ConsoleStyle Console;
  /// --help, --version: nothing else is read then.
  bool AsksHelp = false, AsksVersion = false;
  /// --explain-rule, likewise.
  std::string AsksRule;
  /// --gpu=list, likewise.
  bool AsksGpus = false;
};

/// Reads the command line. Fails with what is wrong with it.
llvm::Expected<Settings> readCommandLine(int Argc, const char *const *Argv);

/// "0.1.0".
llvm::StringRef toolVersion();

/// Prints what --version does: this tool, LLVM, the CUDA toolkit found.
void printVersion(llvm::raw_ostream &OS);

} // namespace cudapipe

#endif // CUDAPIPE_TOOL_SETTINGS_H
