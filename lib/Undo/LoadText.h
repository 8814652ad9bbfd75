//===- LoadText.h - The load phase of the plain loop ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __pipeline_memcpy_async(&As[i], &A[j], 4, in ? 0 : 4);
//       ->  As[i] = in ? A[j] : 0.0f;
//   if (wide_copies) { ... } else { ... }
//       ->  what the else does
//   next_As = A[j];  ...  As[i] = next_As;
//       ->  As[i] = A[j];
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_UNDO_LOADTEXT_H
#define CUDAPIPE_LIB_UNDO_LOADTEXT_H

#include "../Rewrite/SourceText.h"
#include "TilePipeline.h"

namespace cudapipe {

struct LoadText {
  /// Whole lines, indented as the lambda's body is.
  std::string Text;
  /// Statements of the loop that stand in Text, too.
  std::vector<const clang::Stmt *> Twice;
  /// Registers that Text declares for itself.
  std::vector<const clang::VarDecl *> Redeclared;
  /// Statements in front of the loop that only counts of registers need.
  std::vector<const clang::Stmt *> Spare;
  /// What Text assigns to, as it is written.
  std::vector<std::string> Places;
  /// There are copies of another width, which are left out.
  bool HadWidths = false;
};

/// \p Text with its assignments to \p Places broken anew, which have stood
/// elsewhere and were broken there.
std::string laidOut(std::string Text, llvm::ArrayRef<std::string> Places,
                    const SourceText &Source);

/// The load phase of \p Of, or why it cannot be spelled. With \p OpensLoops,
/// copy loops whose trips were counted for registers start at the thread again.
OrRejection<LoadText> loadText(const TilePipeline &Of, bool OpensLoops,
                               const SourceText &Source,
                               const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_UNDO_LOADTEXT_H
