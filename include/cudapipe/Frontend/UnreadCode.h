//===- cudapipe/Frontend/UnreadCode.h - What errors hide --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   auto A = torch::empty(n);     Clang drops the statement, or the function,
//   block = blockOf(A);           and the syntax tree does not show that
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_UNREADCODE_H
#define CUDAPIPE_FRONTEND_UNREADCODE_H

#include "cudapipe/Frontend/ParseFile.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/StringSet.h"

namespace cudapipe {

/// What errors of the parser keep from a syntax tree.
struct UnreadCode {
  struct MissingHeader {
    std::string Name;
    clang::SourceLocation At;
  };
  std::vector<ParseError> All;
  /// Where the errors are, but for headers that were not found.
  std::vector<clang::SourceLocation> Errors;
  std::vector<MissingHeader> Missing;
};

/// Notes that \p Ctx was parsed with \p Errors.
void keepParseErrors(const clang::ASTContext &Ctx,
                     llvm::ArrayRef<ParseError> Errors);

const UnreadCode &unreadCodeOf(const clang::ASTContext &Ctx);

/// An error lies in the text of \p Function, or of the function around it: a
/// statement of it may be dropped.
bool holdsParseError(const clang::FunctionDecl &Function,
                     const clang::ASTContext &Ctx);

/// Keeps \p Names for the AST \p Ctx.
void keepAssumedValues(const clang::ASTContext &Ctx, llvm::StringSet<> Names);

/// Names that nothing defines and that are read as values: what is moved with
/// one is right if it is a constant.
const llvm::StringSet<> &assumedValuesOf(const clang::ASTContext &Ctx);

/// Keeps \p Names for the AST \p Ctx.
void keepMadeUpMacros(const clang::ASTContext &Ctx, llvm::StringSet<> Names);

/// All macros that nothing defines and that are read as something: what a
/// kernel does with one is not what it is meant to do.
const llvm::StringSet<> &madeUpMacrosOf(const clang::ASTContext &Ctx);

/// Where what is read in the place of missing headers stands, by the hash of
/// its text.
constexpr llvm::StringLiteral AssumedDir = "/cudapipe-missing/";

/// Nothing declares \p Function, but it is called: its header is missing.
bool isAssumed(const clang::FunctionDecl &Function,
               const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_UNREADCODE_H
