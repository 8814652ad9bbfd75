//===- TileUses.h - What is done with a tile, and where ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the name of a tile up to the access that is made by it, through other
// names and called functions:
//
//   float *row = As[ty];  row[k]      use: rows ty, then k elements further
//   copy16(&As[r][c], src);           use in copy16(), at rows r, bytes 4 * c
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_TILEUSES_H
#define CUDAPIPE_LIB_ANALYZE_TILEUSES_H

#include "Analyze/Effects/MatrixFragment.h"
#include "Analyze/Integers/UseScope.h"
#include "cudapipe/Analyze/TileLayout.h"
#include "clang/AST/ExprCXX.h"
#include <deque>
#include <memory>

namespace cudapipe {

/// A part of an address: E * Scale, in rows or in bytes.
struct AddressTerm {
  const clang::Expr *E;
  int64_t Scale;
};

/// An address on its way to the access.
struct TileAddressPath {
  /// Dimensions of the object, or of what the pointer points to; 0: it is
  /// part of a row.
  unsigned Dims = 0;
  bool IsObject = true;
  /// Moves from row to row, and further, in bytes.
  std::vector<AddressTerm> Rows, Moves;
};

struct TileUse {
  const clang::Stmt *Where;
  const UseScope *Scope;
  TileAddressPath At;
  /// Bytes from the address on, and what it must be a multiple of.
  uint64_t Bytes = 0, Alignment = 1;
  /// A matrix instead, and the argument that is the row length.
  std::optional<MatrixFragment> Matrix;
  const clang::Expr *LeadingDimension = nullptr;
};

class TileUseReader {
public:
  TileUseReader(const clang::VarDecl &Tile, const clang::FunctionDecl &Function,
                const clang::ASTContext &Ctx);

  /// False if something is not understood: see Obstacle.
  bool read();

  std::vector<TileUse> Uses;
  /// The tile, and other names for parts of it.
  std::vector<const clang::VarDecl *> AllNames;
  std::optional<TileLayout::Obstacle> Obstacle;
  /// The functions' bodies; the first is that of the tile.
  std::deque<UseScope> Scopes;
  /// Other names, whose types have rows of the tile.
  std::vector<const clang::VarDecl *> Names;

private:
  bool fail(const clang::Stmt *Where, std::string Why);
  bool readName(const clang::VarDecl *Name, const TileAddressPath &Path,
                const UseScope &Scope);
  bool climb(const clang::Expr *E, TileAddressPath Path, const UseScope &Scope);
  bool cast(const clang::CastExpr &Cast, const clang::Expr *E,
            TileAddressPath &Path);
  bool move(TileAddressPath &Path, const clang::Expr *Pointer,
            const clang::Expr *Index, int Sign);
  bool declare(const clang::DeclStmt &Decls, const clang::Expr *E,
               const TileAddressPath &Path, const UseScope &Scope);
  bool member(const clang::MemberExpr &Member, const UseScope &Scope,
              unsigned Depth = 0);
  bool staysInObject(const clang::CallExpr &Call,
                     const clang::FunctionDecl *Method, const UseScope &Scope,
                     unsigned Depth);
  bool construct(const clang::CXXConstructExpr &Made);
  bool operate(const clang::CXXOperatorCallExpr &Call, const clang::Expr *E,
               const TileAddressPath &Path, const UseScope &Scope);
  bool pass(const clang::CallExpr &Call, const clang::Expr *E,
            const TileAddressPath &Path, const UseScope &Scope);
  bool follow(const clang::CallExpr &Call, unsigned Argument,
              const clang::Expr *E, const TileAddressPath &Path,
              const UseScope &Scope);
  bool inAssembly(const clang::Expr *Address, const TileAddressPath &Path,
                  const UseScope &Scope);
  bool assembly(const clang::GCCAsmStmt &Asm, const TileAddressPath &Path,
                const UseScope &Scope);
  bool add(const clang::Stmt *Where, clang::QualType Type,
           const TileAddressPath &Path, const UseScope &Scope);
  bool add(const clang::Stmt *Where, uint64_t Bytes, uint64_t Alignment,
           const TileAddressPath &Path, const UseScope &Scope);
  /// Rows of a piece of the tile that has \p Dims dimensions.
  int64_t rowsOf(unsigned Dims) const;

  const clang::VarDecl &Tile;
  const clang::FunctionDecl &Function;
  const clang::ASTContext &Ctx;
  /// Sizes of the dimensions, outermost first.
  std::vector<int64_t> Extents;
  uint64_t ElementBytes = 0;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_TILEUSES_H
