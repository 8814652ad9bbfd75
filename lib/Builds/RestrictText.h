//===- RestrictText.h - What says that a pointer is alone -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #ifdef ALIASED
//   #define RESTRICT             one word, two answers
//   #else
//   #define RESTRICT __restrict__
//   #endif
//   typedef real *RESTRICT Alone;        whatever real is
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_BUILDS_RESTRICTTEXT_H
#define CUDAPIPE_LIB_BUILDS_RESTRICTTEXT_H

#include "MacroTable.h"

namespace cudapipe {

/// Whether the text in front of a name says `__restrict__`, in each
/// configuration: through macros, type names and alias templates of the user's
/// files, with all their definitions.
class RestrictText {
public:
  explicit RestrictText(const clang::ASTContext &Ctx) : Ctx(Ctx) {}

  enum Answer { Never, Always, Sometimes };
  /// Of what \p Tokens declare where \p Macros hold, less directives around
  /// them.
  Answer read(llvm::ArrayRef<MacroToken> Tokens, const MacroTable &Macros,
              unsigned Depth = 0);
  /// A macro because of which it was Sometimes, and that the command line is
  /// invited to define; or nothing.
  llvm::StringRef ofCommand() const { return OfCommand; }

private:
  Answer ofName(llvm::ArrayRef<MacroToken> Tokens, size_t &At,
                const MacroTable &Macros, unsigned Depth);

  const clang::ASTContext &Ctx;
  std::string OfCommand;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_BUILDS_RESTRICTTEXT_H
