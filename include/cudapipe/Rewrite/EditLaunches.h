//===- cudapipe/Rewrite/EditLaunches.h - More shared memory -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stage buffers in dynamic shared memory are paid for where the kernel is
// launched:
//
//   k<<<grid, block, bytes>>>(A);
//
//   cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize,
//                        2 * bytes);
//   k<<<grid, block, 2 * bytes>>>(A);
//
// The size stays the user's expression. A variable that holds the size and
// nothing else is changed where it is initialized.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_REWRITE_EDITLAUNCHES_H
#define CUDAPIPE_REWRITE_EDITLAUNCHES_H

#include "cudapipe/Match/LaunchSites.h"
#include "cudapipe/Plan/LaunchWish.h"
#include "cudapipe/Rules/Rejection.h"
#include <tuple>

namespace cudapipe {

/// Edits of the files that launch a kernel, by offset.
struct LaunchEdits {
  struct Edit {
    /// Canonical path.
    std::string File;
    unsigned Begin, End;
    std::string Text;
    bool operator<(const Edit &O) const {
      return std::tie(File, Begin, End, Text) <
             std::tie(O.File, O.Begin, O.End, O.Text);
    }
    bool operator==(const Edit &O) const = default;
  };
  std::vector<Edit> Edits;
  /// What the user has to do, a sentence each.
  std::vector<std::string> Remarks;
};

/// Tiles of a kernel whose body is not in the translation unit.
struct UnseenTiles {
  /// What all stages of all tiles take.
  uint64_t Bytes;
  /// Their names, with commas.
  std::string Names;
};

/// The edits that give every launch of \p Kernel what \p Wish asks for; \p
/// Unseen stands for its tiles where there are none.
///
/// Rejects with launch-out-of-sight when a launch is hidden or cannot be
/// edited, and with shared-memory-limit when a size is known to be more than
/// the architecture allows.
OrRejection<LaunchEdits> editLaunches(const LaunchSites &Launches,
                                      const LaunchWish &Wish,
                                      const clang::FunctionDecl &Kernel,
                                      const clang::ASTContext &Ctx,
                                      const UnseenTiles *Unseen = nullptr);

/// The value of \p Size is a multiple of \p Alignment (a power of two) in every
/// run: seen from constants, products, sums, shifts and const variables.
bool isMultipleOf(const clang::Expr *Size, uint64_t Alignment,
                  const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_REWRITE_EDITLAUNCHES_H
