//===- cudapipe/Frontend/DeviceCommand.h - How a file is parsed -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is read as the device compiler of exactly one architecture sees it:
// `-x cuda --cuda-device-only --cuda-gpu-arch=sm_80`. Without an architecture
// Clang would take sm_52, and code under `__CUDA_ARCH__ >= 800` would not be
// there. Launches are in that view too.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_DEVICECOMMAND_H
#define CUDAPIPE_FRONTEND_DEVICECOMMAND_H

#include "cudapipe/Frontend/CompileCommands.h"
#include "cudapipe/Frontend/CudaToolkit.h"
#include <optional>

namespace cudapipe {

/// Where the CUDA names come from. Auto: a toolkit when there is one.
enum class HeaderSource { Auto, Toolkit, Embedded };

/// What was read from stdin, in the place of a file that need not be there.
struct TypedFile {
  /// Absolute.
  std::string Path, Text;
};

/// What the user said about parsing; the same for every file of a run.
struct FrontendOptions {
  /// -p: commands of the project.
  std::optional<CompileCommands> Database;
  /// What follows `--`.
  std::vector<std::string> InlineFlags;
  std::optional<TypedFile> Typed;
  /// Behind those of the command; paths belong to the working directory.
  std::vector<std::string> TypedFlags;
  std::vector<std::string> ExtraArgs, ExtraArgsBefore;
  /// Words of commands that are passed over.
  std::vector<std::string> RemovedArgs;
  /// "sm_90"; empty: the newest that the command names.
  std::string GpuArch;
  /// Where neither says one; empty: what the text needs, sm_80 or newer.
  std::string DefaultArch;
  std::string CudaPath;
  HeaderSource Headers = HeaderSource::Auto;
  /// Clang's own headers; empty: the folder found when the tool was built.
  std::string ResourceDir;
};

/// One Clang command for one file.
struct DeviceCommand {
  std::string Directory;
  /// argv, program name and file included.
  std::vector<std::string> Arguments;
  std::string Arch;
  /// The folder of Clang's own headers.
  std::string ResourceDir;
  /// Compute capability times ten: 90 for sm_90a.
  unsigned SmVersion = 80;
  /// Of all architectures that the build is for, ascending.
  std::vector<unsigned> BuiltFor;
  /// None: the embedded headers.
  std::optional<CudaToolkit> Toolkit;
  /// The user's flags as nvcc takes them, and the nvcc of the command, if any:
  /// for who compiles what the user compiles.
  std::vector<std::string> NvccFlags;
  std::string Nvcc;
  std::vector<std::string> Notes;
  /// How many commands of the database the file has, and what this one makes.
  unsigned Count = 1;
  std::string Output;
};

/// The command that parses \p File (absolute): the one with index \p Which of
/// those that it has.
llvm::Expected<DeviceCommand> makeDeviceCommand(llvm::StringRef File,
                                                const FrontendOptions &Options,
                                                unsigned Which = 0);

/// "sm_90a" -> 90; none if \p Arch is not an NVIDIA architecture.
std::optional<unsigned> smVersion(llvm::StringRef Arch);

/// The folder of Clang's own headers: that which was found when the tool was
/// built, or EmbeddedResourceDir.
llvm::StringRef builtinResourceDir();

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_DEVICECOMMAND_H
