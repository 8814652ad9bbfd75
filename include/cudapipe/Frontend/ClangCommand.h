//===- cudapipe/Frontend/ClangCommand.h - Commands for others ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A DeviceCommand names headers that are a part of this tool. clang-tidy,
// clangd and a shell need them on disk, and want their own headers and
// warnings.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_CLANGCOMMAND_H
#define CUDAPIPE_FRONTEND_CLANGCOMMAND_H

#include "cudapipe/Frontend/DeviceCommand.h"

namespace cudapipe {

/// argv for Clang that does what \p Command does, with the embedded headers in
/// \p Headers (writeEmbeddedHeaders()).
std::vector<std::string> clangCommand(const DeviceCommand &Command,
                                      llvm::StringRef Headers);

/// argv for Clang that reads \p File as the host code that \p Flags, of nvcc,
/// make of it: nvcc -c main.cpp.
std::vector<std::string>
clangHostCommand(llvm::StringRef File, const UserFlags &Flags,
                 const std::optional<CudaToolkit> &Toolkit,
                 llvm::StringRef Headers);

/// \p Words as a shell takes them, in one line.
std::string shellLine(llvm::ArrayRef<std::string> Words);

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_CLANGCOMMAND_H
