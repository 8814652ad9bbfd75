//===- TileColumns.h - Skewed columns for the tiles of a file ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_TILECOLUMNS_H
#define CUDAPIPE_LIB_TILECOLUMNS_H

#include "cudapipe/RewriteFile.h"

namespace cudapipe {

/// One tile of one kernel, by a name that outlives the text. All instantiations
/// have names of their own.
std::string rowKey(const clang::FunctionDecl &Kernel, llvm::StringRef Tile);

/// "'As[0][tid]' in line 12: it is not proved to stay in one row". Without the
/// line if the text is not the user's.
std::string place(const clang::Stmt *Where, const std::string &Why,
                  const clang::ASTContext &Ctx, bool WithLine = true);

/// Edits that skew tiles, of pipelined text.
struct TileColumns {
  /// Of one kernel, and its tiles.
  struct OfKernel {
    clang::tooling::AtomicChange Change;
    std::set<std::string> Tiles;
  };
  std::vector<OfKernel> Kernels;
  /// What became of a tile, and what to say of it.
  struct OfTile {
    bool IsSkewed = false;
    std::string Remark;
  };
  std::map<std::string, OfTile> Tiles;
};

/// Skews the tiles \p Wanted, rowKey() in the text that the user wrote, which
/// may have stages by now.
TileColumns skewColumns(clang::ASTContext &Ctx, const RewriteOptions &Options,
                        const std::set<std::string> &Wanted);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_TILECOLUMNS_H
