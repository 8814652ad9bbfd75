//===- WideCopyWriter.h - One wide copy as text -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_REWRITE_WIDECOPYWRITER_H
#define CUDAPIPE_LIB_REWRITE_WIDECOPYWRITER_H

#include "SlicePrinter.h"
#include "cudapipe/Analyze/CopyNames.h"

namespace cudapipe {

/// \p Number, the threads of a block of \p W in \p Dimension, or all of them,
/// as the user calls it, or its digits.
std::string sizeText(const WideCopy &W, int64_t Number,
                     std::optional<unsigned> Dimension, const LoopModel &M,
                     const SourceText &Text, const clang::ASTContext &Ctx);

/// Rows or columns of the tile of \p W, as its declaration has it where
/// \p HasSizes, or as a number.
std::string extentText(const WideCopy &W, bool OfRows, bool HasSizes,
                       const SourceText &Text, const clang::ASTContext &Ctx);

/// What is true of one thread of the block that runs \p M.
std::string firstThread(const LoopModel &M);

/// One copy of all that a tile holds (WideCopy::IsRun).
struct WholeCopyText {
  std::string To, From, Bytes;
  /// Each holds for all elements if it is true; of both operands of a `&&`.
  std::vector<std::string> Conditions;
};

/// The text of one copy, each piece of whole lines.
struct WideCopyLines {
  std::string Open;     ///< The loop or the condition around it, if any.
  std::string Counters; ///< Row and column.
  /// The user's variables that are defined anew, and their lines.
  std::vector<std::pair<llvm::StringRef, std::string>> Declared;
  std::string Call;
  std::string Close;     ///< Ends what Open begins.
  std::string RowLength; ///< Elements of a row of the tile.
};

/// The text of a copy that is wide, or of one element, of the element that
/// WideCopyNames::Index counts.
struct ElementText {
  std::string Type;     ///< Of the index.
  std::string Elements; ///< Their number.
  std::string Counters; ///< Row and column; empty: the index is the column.
  /// The user's variables that are defined anew, and their definitions.
  std::vector<std::pair<llvm::StringRef, std::string>> Declared;
  CopyText Wide;
  std::string To, From, Zero; ///< Of one element.
  std::string RowLength;      ///< Elements of a row of the tile.
};

class WideCopyWriter {
public:
  /// \p W is a copy of \p M.
  WideCopyWriter(const WideCopy &W, const LoopModel &M,
                 const WideCopyNames &Names, const SourceText &Text,
                 const clang::ASTContext &Ctx, const AsyncCopyWriter &Copies,
                 std::string PragmaIndent)
      : W(W), M(M), Store(M.Copies[W.Copy]), Own(namesOf(W, M, Ctx)),
        Names(Names), Text(Text), Ctx(Ctx), Copies(Copies), Unit(Copies.Unit),
        PragmaIndent(std::move(PragmaIndent)) {}

  /// The statements, or nothing where a macro is in the way. They are the only
  /// ones in their scope if \p IsAlone.
  std::optional<WideCopyLines> write(const std::string &Indent, bool IsAlone);
  /// The copy of an element, or of those from there on; nothing where a macro
  /// is in the way, or what is stored is no plain element.
  std::optional<ElementText> writeElement();
  /// The copy of the whole tile, by one thread; nothing where a macro is in the
  /// way.
  std::optional<WholeCopyText> writeWhole();

private:
  void nameCounters(llvm::ArrayRef<ElementPart> Parts);
  std::string extent(bool OfRows) const;
  bool isFree(llvm::StringRef Name) const;
  std::string partText(const ElementPart &Part, const clang::Expr *In,
                       llvm::StringRef Front, llvm::StringRef Behind) const;
  bool meetsItsType(const ElementPart &Part, const clang::Expr *In) const;
  std::optional<std::string> textOf(const clang::Expr *E,
                                    llvm::ArrayRef<ElementPart> Parts);
  llvm::StringRef nameOf(const ElementPart &Part) const;
  bool define(const ElementPart &Part);
  std::optional<std::string> addressText(const clang::Expr *Object,
                                         const clang::Expr *Pointer);
  bool guard(CopyText &Copy);
  std::optional<std::string> opposite(const clang::Expr *E);
  std::string indexName() const;

  const WideCopy &W;
  const LoopModel &M;
  const TileCopy &Store; ///< The copy whose text W takes over.
  const CopyNames Own;
  const WideCopyNames &Names;
  const SourceText &Text;
  const clang::ASTContext &Ctx;
  const AsyncCopyWriter &Copies;
  const std::string &Unit;
  std::string PragmaIndent;
  /// Of rows and columns.
  clang::QualType Type;
  std::string Row, Column;
  /// What is printed is the place in the tile.
  bool InTile = false;
  /// Variables are not defined anew: what they are takes their place.
  bool Inlines = false;
  VarSet Defined;
  std::vector<std::pair<llvm::StringRef, std::string>> Declared;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_REWRITE_WIDECOPYWRITER_H
