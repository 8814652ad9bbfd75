//===- cudapipe/Frontend/ParseFile.h - One file, one device AST -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parsing goes on after every error, a missing header included: what matters is
// whether the kernel is whole, not whether the file is.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_PARSEFILE_H
#define CUDAPIPE_FRONTEND_PARSEFILE_H

#include "cudapipe/Frontend/DeviceCommand.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>

namespace cudapipe {

/// An error of the parser.
struct ParseError {
  clang::SourceLocation Location;
  /// The same place for people; File is as Clang names it.
  std::string File;
  unsigned Line = 0, Column = 0;
  std::string Message;
  /// The macro that it comes from: "the macro 'max' of max.h"; or nothing.
  std::string Macro;
  /// A function that nvcc takes for the same, to be told to another parse
  /// (AgreeingTargets.h).
  std::string Agrees;
  /// Neither a missing header nor inside a host function: it may hide a kernel.
  bool MayHideKernel = false;
  /// The device function, by its text, that it hides then, if that is known.
  std::string Function;
};

/// The header that \p Error says was not found, or "".
std::string missingHeaderOf(const ParseError &Error);

/// What is done with the AST while it lives.
using AstConsumer =
    llvm::function_ref<void(clang::ASTContext &, llvm::ArrayRef<ParseError>)>;

/// Texts in the place of files, by their paths.
using FileTexts = std::map<std::string, std::string>;

/// Parses with \p Command, \p Text in the place of the file \p Path and
/// \p Others in that of what it includes, and hands the AST to \p Consume,
/// once. Fails when Clang cannot run the command at all.
llvm::Error parseFile(const DeviceCommand &Command, llvm::StringRef Path,
                      llvm::StringRef Text, AstConsumer Consume,
                      const FileTexts &Others = {});

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_PARSEFILE_H
