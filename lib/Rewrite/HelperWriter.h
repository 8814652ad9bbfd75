//===- HelperWriter.h - Called functions made asynchronous ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_REWRITE_HELPERWRITER_H
#define CUDAPIPE_LIB_REWRITE_HELPERWRITER_H

#include "AsyncCopy.h"
#include "cudapipe/Plan/PipelinePlan.h"
#include "cudapipe/Rewrite/AsyncHelpers.h"
#include "cudapipe/Rewrite/LoopRewrite.h"
#include "llvm/ADT/MapVector.h"

namespace cudapipe {

/// Where the name of the called function stands in \p Call.
clang::SourceLocation nameInCall(const clang::CallExpr &Call);

/// Turns the tile stores of called functions into asynchronous copies.
class HelperWriter {
public:
  /// \p Text is that of the file in which the functions stand.
  HelperWriter(const LoopModel &M, const PipelinePlan &Plan, NameTable &Names,
               AsyncHelpers &Helpers, const SourceText &Text,
               llvm::StringRef Unit, const clang::ASTContext &Ctx)
      : M(M), Plan(Plan), Variant(*Plan.Variant), Names(Names),
        Helpers(Helpers), Text(Text), Unit(Unit), Ctx(Ctx),
        Lines(Text.code(), Unit) {}

  /// Adds the edits of all functions that the load phase calls to \p Out; of
  /// those in other files, to \p Others.
  std::optional<Rejection>
  write(std::vector<TextEdit> &Out,
        std::vector<clang::tooling::AtomicChange> &Others);

  /// \p Call with the name of the form that it runs, as edits of its text.
  static std::optional<TextEdit> renamedCall(const clang::CallExpr &Call,
                                             const AsyncHelpers &Helpers,
                                             const SourceText &Text,
                                             const clang::ASTContext &Ctx);

private:
  struct Called {
    const clang::FunctionDecl *Function;
    std::vector<const clang::CallExpr *> From;
    std::vector<const clang::CallExpr *> Inner;
    std::vector<const TileCopy *> Copies;
  };
  std::optional<Rejection>
  writeElsewhere(const Called &F,
                 std::vector<clang::tooling::AtomicChange> &Out);
  std::optional<Rejection> writeFunction(const Called &F,
                                         std::vector<TextEdit> &Out);
  bool isInFileOf(const clang::Stmt *S) const;
  bool mayEditElsewhere(const clang::FunctionDecl &F) const;
  std::optional<Rejection> check(const Called &F, TextRange Whole,
                                 bool InPlace) const;
  std::optional<Rejection> editCopies(const Called &F,
                                      std::vector<TextEdit> &Edits) const;
  std::optional<std::string> typeName(const TileCopy &Copy) const;
  std::optional<TextRange> wholeText(const clang::FunctionDecl &F) const;

  const LoopModel &M;
  const PipelinePlan &Plan;
  const Transport &Variant;
  NameTable &Names;
  AsyncHelpers &Helpers;
  const SourceText &Text;
  std::string Unit;
  const clang::ASTContext &Ctx;
  LineLayout Lines;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_REWRITE_HELPERWRITER_H
