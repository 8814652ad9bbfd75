//===- cudapipe/Analyze/CopyNames.h - The names in a wide copy --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_COPYNAMES_H
#define CUDAPIPE_ANALYZE_COPYNAMES_H

#include "cudapipe/Analyze/LoopModel.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"

namespace cudapipe {

/// What a wide copy names.
struct CopyNames {
  /// Of what it keeps of the user's text, definitions and sizes included: no
  /// counter may hide them.
  llvm::StringSet<> Kept;
  /// Those of them that are not defined anew: they mean the user's own.
  llvm::SmallPtrSet<const clang::NamedDecl *, 8> Users;
  /// The sizes in the tile's declaration mean the same where it is loaded.
  bool HasSizes = true;
  /// ... and in front of the loop.
  bool HasSizesInFront = true;
};

/// The names in \p W, a copy of \p M.
CopyNames namesOf(const WideCopy &W, const LoopModel &M,
                  const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_COPYNAMES_H
