//===- cudapipe/Analyze/WideCopy.h - Tile copies of 16 bytes ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads of a block fill a tile of R x C elements together, one element at a
// time, however they share them out:
//
//   for (int i = threadIdx.x; i < 64 * 32; i += 128)
//     As[i / 32][i % 32] = row0 + i / 32 < M ? A[(row0 + i / 32) * K + k + i %
//     32] : 0;
//
// The same tile can be filled by copies of 16 bytes, if the elements of a row
// lie side by side in global memory too, and addresses are multiples of 16:
//
//   row = i / 2, column = i % 2 * 16      for i = threadIdx.x; i < 64 * 2; ...
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_WIDECOPY_H
#define CUDAPIPE_ANALYZE_WIDECOPY_H

#include "clang/AST/Expr.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cudapipe {

/// A part of the copy's text that differs from element to element, and what
/// stands there when the copy is made for row r and column c.
struct ElementPart {
  enum KindTy {
    Affine,    ///< Constant + Row * r + Column * c.
    Definition ///< A variable: its initializer, with Parts replaced.
  };
  KindTy Kind = Affine;
  const clang::Expr *At = nullptr;
  int64_t Constant = 0, Row = 0, Column = 0;
  const clang::Expr *Init = nullptr;
  std::vector<ElementPart> Parts;

  /// Of the text nothing is left.
  bool isZero() const {
    return Kind == Affine && Constant == 0 && Row == 0 && Column == 0;
  }
};

/// What must be so, for all threads of a block alike, before a copy is wide.
struct WideTest {
  enum KindTy {
    Pointer,  ///< E, or Var, a pointer, is a multiple of Value bytes.
    Number,   ///< E, or Var, is a multiple of Value.
    BlockDim, ///< Dimension Value of the block is Size.
    Threads   ///< The first Value dimensions of the block make Size threads.
  };
  KindTy Kind;
  const clang::VarDecl *Var = nullptr;
  const clang::Expr *E = nullptr;
  int64_t Value = 0, Size = 0;
};

struct LaunchSites;
struct LoopModel;

/// The elements that a wide copy's loop covers: all of Rows x Columns; rows of
/// the tile are Pitch elements apart.
struct CopyBox {
  int64_t Rows, Columns, Pitch;
  /// Bytes of an element, and of a copy: 4, 8 or 16.
  unsigned ElementBytes, Bytes;
  /// Elements that one store of the user's covers: two of a half2.
  int64_t Grain = 1;
};

/// The threads that share the copies of a box.
struct CopyThreads {
  /// The threads of a block, in each dimension; 0: not asked for.
  std::array<int64_t, 3> BlockDim;
  /// Only their number counts, whatever the shape of the block: it is the
  /// product of so many dimensions. 0: the shape counts.
  unsigned Dimensions = 0;
  /// No launch in sight gives BlockDim.
  bool IsGuess = false;
  /// Any number of threads may share the copies; BlockDim is an example.
  bool IsAny = false;
  /// threadIdx.x is the number of the thread.
  bool isInX() const { return BlockDim[1] == 1 && Dimensions < 2; }
  /// Expressions of the load phase with these values, the products included:
  /// what the user calls them.
  std::vector<std::pair<int64_t, const clang::Expr *>> Sizes;
  /// A variable with the number of the thread in its block, if there is one.
  const clang::VarDecl *Number = nullptr;
};

/// One tile that may be filled by wide copies.
struct WideCopy {
  const clang::VarDecl *Tile;
  /// What the stores are spelled with: Tile, or a pointer or reference into
  /// shared memory, where several names may be one tile.
  const clang::VarDecl *Name;
  /// The member of Name that is filled, if that is an object; the type of it,
  /// or of Name.
  llvm::SmallVector<const clang::FieldDecl *, 1> Fields = {};
  clang::QualType Type = {};
  /// Bytes from the start of what start() names to what is filled.
  int64_t Offset = 0;
  /// What has the address that stages are counted from: Tile, or Name, if that
  /// is a pointer into dynamic memory.
  const clang::VarDecl *start() const;
  /// Index into LoopModel::Copies of the store whose text the copy takes over.
  unsigned Copy;
  /// Indices of the body items that store to the tile, and to nothing else.
  llvm::SmallVector<unsigned, 2> Items;
  CopyBox Box;
  /// What is read: a glvalue, or the pointer that a call reads from.
  const clang::Expr *Source = nullptr, *SourcePointer = nullptr;
  /// The element is zero unless each equals its flag.
  llvm::SmallVector<std::pair<const clang::Expr *, bool>, 2> Guards;
  std::vector<ElementPart> Parts;
  CopyThreads Threads;
  std::vector<WideTest> Tests;
  /// All of the tile comes from one run of bytes, and each guard that holds for
  /// its last element holds for all.
  bool IsRun = false;

  /// How the type of the tile, or of its member, is written; null if by the
  /// parameters of another template.
  clang::TypeLoc written() const;
  /// It takes the place of what is stored to \p Of, or to its member.
  bool fills(const clang::VarDecl *Of,
             llvm::ArrayRef<const clang::FieldDecl *> Member) const {
    return Name == Of && llvm::ArrayRef(Fields) == Member;
  }
  /// Nothing has to be tested: the threads' own copies are not needed.
  bool isCertain() const { return Tests.empty(); }
  /// Elements of a copy.
  int64_t width() const { return Box.Bytes / Box.ElementBytes; }
};

/// What findWideCopies() found.
struct WideCopies {
  /// One a name; what shares a tile or an item is all here or not at all.
  std::vector<WideCopy> Copies;
  /// Tiles, `As` or `sh.As`, whose elements are narrower than a copy may be,
  /// and why they have no wide one.
  std::vector<std::pair<std::string, std::string>> WhyNot;
  /// All launches are in sight, of blocks in one dimension.
  bool OfOneDimension = false;
};

/// Whose copies become wider.
enum class WideFor {
  Threads,    ///< Those of each thread.
  LongerRows, ///< The same, of rows that start anywhere: they become longer.
  Block       ///< One copy for all threads: of a tile that is a run of bytes.
};

/// The tiles of \p M that may be filled by wider copies. Blocks have the size
/// that \p Launches, those of the kernel, give; else sizes are tried and a test
/// is added.
WideCopies findWideCopies(const LoopModel &M, const LaunchSites &Launches,
                          const clang::ASTContext &Ctx,
                          WideFor For = WideFor::Threads);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_WIDECOPY_H
