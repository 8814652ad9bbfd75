//===- Settings.h - The command line of the check ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_CHECK_TOOL_SETTINGS_H
#define CUDAPIPE_CHECK_TOOL_SETTINGS_H

#include "cudapipe/Check/CheckKernels.h"
#include "cudapipe/Frontend/DeviceCommand.h"
#include "llvm/Support/raw_ostream.h"

namespace cudapipe {

/// What the user typed, checked.
struct CheckSettings {
  std::vector<std::string> Files;
  FrontendOptions Frontend;
  CheckOptions Check;
  /// "-" is stdout; empty: not written.
  std::string JsonFile, SarifFile;
  bool Quiet = false;
  /// --format=sanitizer.
  bool AsSanitizer = false;
  /// No proof, and a file that cannot be read, are no failure.
  bool OnlyWitnesses = false;
  /// --stages-too.
  bool StagesToo = false;
  /// Nothing else is read then.
  bool AsksHelp = false, AsksVersion = false;

  bool hidesText() const { return JsonFile == "-" || SarifFile == "-"; }
};

llvm::Expected<CheckSettings>
readCheckCommand(llvm::ArrayRef<std::string> Words);

/// Prints --help, in 80 columns.
void printCheckHelp(llvm::raw_ostream &OS);

} // namespace cudapipe

#endif // CUDAPIPE_CHECK_TOOL_SETTINGS_H
