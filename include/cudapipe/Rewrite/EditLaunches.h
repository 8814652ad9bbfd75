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
#include "cudapipe/Plan/Rejection.h"
#include "clang/Tooling/Core/Replacement.h"
#include <map>
#include <optional>

namespace cudapipe {

/// A static tile that becomes dynamic.
struct DynamicTile {
  const clang::VarDecl *Tile;
  /// Its stages end at a multiple of 16 bytes only by padding.
  bool Padded = false;
};

/// What the launches of one kernel must provide.
struct LaunchWish {
  enum KindTy {
    Scale, ///< Stages times what they provide now.
    Add    ///< Room for Tiles, where there was no dynamic shared memory.
  };
  KindTy Kind = Scale;
  unsigned Stages = 2;
  /// Scale: each stage takes a multiple of this many bytes, a power of two.
  unsigned Alignment = 16;
  /// Add: in the order of their addresses; any instantiation's.
  std::vector<DynamicTile> Tiles;
  /// Static shared memory of the kernel that stays, bytes.
  uint64_t StaticBytes = 0;
  /// Compute capability times ten.
  unsigned SmVersion = 80;
  /// The user updates the launches that we do not see.
  bool AssumeUpdated = false;
};

/// Edits of the main file, by offset; two insertions at one place never
/// collide.
struct LaunchEdits {
  struct Edit {
    unsigned Begin, End;
    std::string Text;
    bool operator<(const Edit &O) const {
      return std::tie(Begin, End, Text) < std::tie(O.Begin, O.End, O.Text);
    }
    bool operator==(const Edit &O) const = default;
  };
  std::vector<Edit> Edits;
  /// What the user has to do, a sentence each.
  std::vector<std::string> Remarks;
};

/// The edits that give every launch of \p Kernel what \p Wish asks for.
///
/// Rejects with launch-out-of-sight when a launch is hidden or cannot be
/// edited, and with shared-memory-limit when a size is known to be more than
/// the architecture allows.
OrRejection<LaunchEdits> editLaunches(const LaunchSites &Launches,
                                      const LaunchWish &Wish,
                                      const clang::FunctionDecl &Kernel,
                                      const clang::ASTContext &Ctx);

/// The value of \p Size is a multiple of \p Alignment (a power of two) in every
/// run: seen from constants, products, sums, shifts and const variables.
bool isMultipleOf(const clang::Expr *Size, uint64_t Alignment,
                  const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_REWRITE_EDITLAUNCHES_H
