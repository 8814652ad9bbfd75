//===- cudapipe/Analyze/TileLayout.h - The rows of a tile -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// May the rows of a tile be made longer? Only if every access names its row and
// stays in it:
//
//   __shared__ half As[64][32];            rows of 32 elements
//   As[r][c]                               if 0 <= c < 32
//   *(float4 *)&As[r][c]                   if 0 <= c <= 24
//   wmma::load_matrix_sync(a, &As[r][16], 32)     and 32 becomes the new length
//
//   __shared__ float As[64 * 32];
//   As[row * 32 + c]                       and 32 becomes the new length
//   As[i]                                  becomes As[i / 32 * length + i % 32]
//
// Then every element moves from r * 32 + c to r * length + c, whoever names it.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_TILELAYOUT_H
#define CUDAPIPE_ANALYZE_TILELAYOUT_H

#include "cudapipe/Match/LaunchSites.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include <optional>
#include <string>
#include <vector>

namespace cudapipe {

/// Where in a tile a thread of a warp touches it.
struct LaneAddress {
  int64_t Row = 0, Byte = 0; ///< Byte of the row.
  bool Active = true;
  /// Byte was computed from nothing but known numbers.
  bool Known = true;
  /// This is the address that must be aligned; of a matrix the first is.
  bool Aligned = true;
};

/// Columns of a row are skewed in groups of so many bytes: all banks once.
inline constexpr uint64_t SkewGroupBytes = 128;

/// A part of a subscript: the column of the group that an access lies in. All
/// else in the address stays below the end of that group.
struct GroupColumn {
  /// The move along the row that Part belongs to; both null: the access lies in
  /// the first group.
  const clang::Expr *Move = nullptr, *Part = nullptr;
};

/// One access to a tile, by all threads of a block.
struct TileAccess {
  const clang::Stmt *Where;
  /// Bytes of one thread at a time.
  unsigned Width = 0;
  /// What the address is a multiple of.
  unsigned Alignment = 1;
  /// What every row that it starts in is a multiple of; 0: the first row only.
  int64_t RowMultiple = 1;
  /// So many accesses of a loop follow each other in the row: the compiler
  /// makes wider ones of them, where they are aligned.
  unsigned Run = 1;
  /// What the length of a row must be a multiple of, bytes: wmma wants 16.
  unsigned RowUnit = 1;
  /// About how often each thread makes it.
  uint64_t Weight = 1;
  /// Its moves along the row, and the ways to name its group, the best first.
  std::vector<const clang::Expr *> Moves;
  std::vector<GroupColumn> Groups;
  /// The warps that are looked at. A matrix fragment counts as warps of 8
  /// threads, each of which reads 16 bytes of a row.
  std::vector<std::vector<LaneAddress>> Warps;
};

struct TileLayout {
  const clang::VarDecl *Tile;
  uint64_t ElementBytes = 0;
  /// Elements of a row, and rows of the tile; one row if it has none.
  int64_t RowLength = 0, Rows = 1;
  std::vector<TileAccess> Accesses;
  /// Threads of a block, as launched or as guessed.
  unsigned Threads = 0;
  /// Where the row length is spelled beside the declaration, each once: the
  /// factor of a row, or an argument.
  struct Spelled {
    const clang::Expr *E;
    bool IsFactor;
  };
  std::vector<Spelled> Lengths;
  /// Subscripts of a flat tile that count its elements through.
  struct FlatIndex {
    const clang::Expr *E;
    /// What names E / RowLength and E % RowLength there, or null.
    const clang::VarDecl *Row = nullptr, *Column = nullptr;
  };
  std::vector<FlatIndex> FlatIndices;
  /// Other names of it whose types have rows.
  std::vector<const clang::VarDecl *> Names;
  /// The last size in the declaration, and the part of it that is the row
  /// length; null where that is a product in figures.
  const clang::Expr *Extent = nullptr, *Declared = nullptr;
  /// The tile is an array of elements, not of rows.
  bool IsFlat = false;

  /// Why the rows must stay as they are, and the access that is in the way.
  struct Obstacle {
    const clang::Stmt *Where; ///< Null: the declaration.
    std::string Why;
  };
  std::optional<Obstacle> InTheWay;

  /// The names that the tile and its parts have.
  std::vector<const clang::VarDecl *> AllNames;

  uint64_t rowBytes() const { return RowLength * ElementBytes; }
};

/// Reads all accesses to the static array \p Tile of \p Function. \p Launches
/// are those of \p Function, or null; \p Loop is the loop whose accesses count
/// most. With \p Used, rows hold that many elements, and something behind them
/// that nobody may touch.
TileLayout readTileLayout(const clang::VarDecl &Tile,
                          const clang::FunctionDecl &Function,
                          const clang::Stmt *Loop, const LaunchSites *Launches,
                          const clang::ASTContext &Ctx, int64_t Used = 0);

/// The same of a tile that is taken as it is declared: a flat array is one row.
TileLayout readDeclaredLayout(const clang::VarDecl &Tile,
                              const clang::FunctionDecl &Function,
                              const clang::Stmt *Loop,
                              const LaunchSites *Launches,
                              const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_TILELAYOUT_H
