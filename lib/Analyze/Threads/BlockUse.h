//===- BlockUse.h - What a load phase asks of its block ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What of a block's size a load phase relies on, where no launch gives it.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_BLOCKUSE_H
#define CUDAPIPE_LIB_ANALYZE_BLOCKUSE_H

#include "CopyTrace.h"

namespace cudapipe {

/// The load phase of \p M asks of the block, of which it names the first
/// \p Dimensions, only for the number of the thread and for how many there are.
/// So the shape of a block of \p Threads is without effect on what it computes.
bool countsThreads(const LoopModel &M, CopyTrace &Trace, int64_t Threads,
                   unsigned Dimensions, const clang::ASTContext &Ctx);

/// Dimensions of a block that may have any size: all that the load phase does
/// with one is to go on by it.
///
///   for (int i = tid; i < 32 * 64; i += blockDim.x * blockDim.y)
///   for (int row = threadIdx.y; row < 32; row += blockDim.y)
class BlockStrides {
public:
  /// The load phase of \p M names the first \p Dimensions of the block.
  BlockStrides(const LoopModel &M, unsigned Dimensions,
               const clang::ASTContext &Ctx)
      : M(M), Dimensions(Dimensions), Ctx(Ctx) {}

  /// The number of all threads goes on from thread to thread.
  bool isNumberFree() const { return isFree(Dimensions, 0, Dimensions); }
  /// So does dimension \p D alone.
  bool isFree(unsigned D) const { return isFree(AlongOne, D, D + 1); }
  /// \p E is the number of the thread in a block of any shape.
  bool isNumber(const clang::Expr *E) const;

private:
  /// In place of a number of dimensions.
  static constexpr unsigned AlongOne = 0;

  const clang::Expr *bare(const clang::Expr *E) const;
  bool isProduct(const clang::Expr *E, llvm::StringRef Name, unsigned D) const;
  bool isSize(const clang::Expr *E) const;
  const clang::VarDecl *strides(const clang::ForStmt &For, unsigned Of,
                                unsigned D) const;
  bool isFree(unsigned Of, unsigned First, unsigned End) const;

  const LoopModel &M;
  unsigned Dimensions;
  const clang::ASTContext &Ctx;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_BLOCKUSE_H
