//===- ErrorCollector.h - Errors of a parse ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_ERRORCOLLECTOR_H
#define CUDAPIPE_FRONTEND_ERRORCOLLECTOR_H

#include "cudapipe/Frontend/ParseFile.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"

namespace cudapipe {

/// Keeps errors, drops the rest. Errors without a place are the driver's.
class ErrorCollector : public clang::DiagnosticConsumer {
public:
  std::vector<ParseError> Errors;
  std::string DriverError;

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override;
  /// Has nvcc's rules in mind from now on, where they differ from Clang's.
  void watch(clang::CompilerInstance &Of) { Compiler = &Of; }

private:
  void mayBeShared(clang::SourceLocation At);

  clang::CompilerInstance *Compiler = nullptr;
  /// The last error is about two declarations of a function with different
  /// attributes; whether the second is of the host, too.
  std::optional<bool> DisagreesAsHost;
  /// Its declaration ends at the next token; the error about it is the last.
  clang::VarDecl *Shared = nullptr;
};

/// Has \p Compiler read from \p Files and tell \p Errors, with "fatal" errors
/// made plain ones: after a fatal error Clang instantiates no template and
/// reports nothing more.
void startCompiler(clang::CompilerInstance &Compiler, clang::FileManager &Files,
                   ErrorCollector &Errors);

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_ERRORCOLLECTOR_H
