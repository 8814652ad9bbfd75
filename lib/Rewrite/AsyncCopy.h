//===- AsyncCopy.h - One asynchronous copy as text --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_REWRITE_ASYNCCOPY_H
#define CUDAPIPE_LIB_REWRITE_ASYNCCOPY_H

#include "Layout.h"
#include "SourceText.h"
#include "cudapipe/Analyze/LoopModel.h"
#include "cudapipe/Transport/Transport.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cudapipe {

/// Writes the statements that start asynchronous copies.
struct AsyncCopyWriter {
  const Transport &Variant;
  /// The name of the object that counts them.
  std::string Object;
  const SourceText &Text;
  const clang::ASTContext &Ctx;
  const LineLayout &Lines;
  std::string Unit;

  using TextOf =
      llvm::function_ref<std::optional<std::string>(const clang::Expr *)>;

  /// \p Copy of \p Bytes behind \p Indent; \p Of gives the text of its guards.
  /// Nothing where a macro spells an address.
  std::optional<std::string> write(const TileCopy &Copy,
                                   const std::string &Bytes, TextOf Of,
                                   const std::string &Indent) const;
  /// \p Copy behind \p Indent; in a branch, \p Zero is the other one.
  std::string write(const CopyText &Copy,
                    llvm::function_ref<std::string()> Zero,
                    const std::string &Indent) const;
};

/// `sizeof(T) == alignof(T) && ...`: what of \p Type cp.async can copy; of more
/// than 16 \p Bytes, what the pieces rely on.
std::string isAsyncElement(llvm::StringRef Type, uint64_t Bytes);
/// \p If, with or without `constexpr`, the \p Test holds: \p Async, else \p
/// Own, the user's statement, both at \p Inner, one level behind \p Indent; the
/// first line comes without.
std::string whereAsync(llvm::StringRef If, llvm::StringRef Test,
                       llvm::StringRef Async, llvm::StringRef Own,
                       const std::string &Indent, const std::string &Inner);
/// `if constexpr`, or `if` where the language has no such.
const char *ifConstexpr(const clang::ASTContext &Ctx);

/// What \p Copy stores where its guard is false, or null.
const clang::Expr *fillOf(const TileCopy &Copy, const clang::ASTContext &Ctx);

/// An assignment of \p Bytes zeros to what \p To points to.
std::string zeroText(llvm::StringRef To, unsigned Bytes);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_REWRITE_ASYNCCOPY_H
