//===- LayoutReader.h - The steps behind readTileLayout() -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TileLayout.cpp proves that accesses stay in their rows, ColumnGroups.cpp in
// their groups of columns; TileLanes.cpp plays them, for the model of bank
// conflicts.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_LAYOUTREADER_H
#define CUDAPIPE_LIB_ANALYZE_LAYOUTREADER_H

#include "IndexBounds.h"
#include "LaneValue.h"
#include "TileUses.h"

namespace cudapipe {

class LayoutReader {
public:
  LayoutReader(const clang::VarDecl &Tile, const clang::FunctionDecl &Function,
               const clang::Stmt *Loop, const LaunchFacts &Facts,
               const clang::ASTContext &Ctx, int64_t Used)
      : Tile(Tile), Function(Function), Loop(Loop), Facts(Facts), Ctx(Ctx),
        Used(Used), Reader(Tile, Function, Ctx) {
    Out.Tile = &Tile;
  }

  TileLayout read();
  /// A flat array is one row.
  TileLayout readDeclared();

private:
  bool fail(const clang::Stmt *Where, std::string Why) {
    if (!Out.InTheWay)
      Out.InTheWay = TileLayout::Obstacle{Where, std::move(Why)};
    return false;
  }
  bool readDeclaration();
  bool readUses();
  std::vector<int64_t> possibleLengths() const;
  bool readAs(int64_t Length);
  bool readUse(const TileUse &Use);
  void split(const clang::Expr *E, int64_t Scale, TileAddressPath &Path);
  bool addLength(const TileLayout::Spelled &Length, const TileUse &Use);
  IndexBounds::Place placeOf(const TileUse &Use, IndexBounds &Bounds) const;
  std::vector<std::pair<const clang::Stmt *, const clang::Stmt *>>
  around(const TileUse &Use) const;
  int64_t multipleOf(const clang::Expr *E, const TileUse &Use,
                     unsigned Depth = 0) const;
  unsigned runOf(const TileUse &Use, const TileAddressPath &Path) const;
  uint64_t weightOf(const TileUse &Use) const;
  std::array<int64_t, 3> blockDim() const;
  uint64_t powerOfTwoIn(const clang::Expr *E, const TileUse &Use,
                        unsigned Depth = 0) const;
  void addGroups(const TileUse &Use, IndexBounds &Bounds,
                 const IndexBounds::Place &P, TileAccess &Access) const;
  void addLanes(const TileUse &Use, const TileAddressPath &Path,
                TileAccess &Access) const;
  LaneAddress addressOf(const TileUse &Use, const TileAddressPath &Path,
                        LaneValue &Lane) const;

  const clang::VarDecl &Tile;
  const clang::FunctionDecl &Function;
  const clang::Stmt *Loop;
  const LaunchFacts &Facts;
  const clang::ASTContext &Ctx;
  int64_t Used;
  TileUseReader Reader;
  VarSet Changing;
  /// Row lengths that the use at hand names.
  std::vector<TileLayout::Spelled> Lengths;
  /// The products of rows and lengths in it.
  std::vector<const clang::Expr *> Products;
  TileLayout Out;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_LAYOUTREADER_H
