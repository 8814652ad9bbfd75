//===- ParsedCommand.h - How clang-tidy read a file -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang-tidy may have read the host side, or for another architecture, or found
// no CUDA at all. The core reads the file once more, its own way, with what the
// user said about it: include folders, macros, the standard.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TIDY_PARSEDCOMMAND_H
#define CUDAPIPE_TIDY_PARSEDCOMMAND_H

#include "cudapipe/Frontend/DeviceCommand.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Preprocessor.h"

namespace cudapipe {

/// What \p PP and \p Ctx tell of the command of the main file.
FrontendOptions parsedCommand(const clang::Preprocessor &PP,
                              const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_TIDY_PARSEDCOMMAND_H
