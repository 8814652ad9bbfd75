//===- WideCopyWriter.h - One wide copy as text -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_REWRITE_WIDECOPYWRITER_H
#define CUDAPIPE_LIB_REWRITE_WIDECOPYWRITER_H

#include "SlicePrinter.h"

namespace cudapipe {

class WideCopyWriter {
public:
  /// \p Store is the copy whose text \p W takes over.
  WideCopyWriter(const WideCopy &W, const TileCopy &Store,
                 const WideCopyNames &Names, const SourceText &Text,
                 const clang::ASTContext &Ctx, const LineLayout &Lines,
                 const std::string &Unit, std::string PragmaIndent)
      : W(W), Store(Store), Names(Names), Text(Text), Ctx(Ctx), Lines(Lines),
        Unit(Unit), PragmaIndent(std::move(PragmaIndent)) {}

  /// The statements, or nothing where a macro is in the way.
  std::optional<std::string> write(const std::string &Indent);

private:
  void nameCounters(llvm::ArrayRef<ElementPart> Parts);
  std::string extent(bool OfRows) const;
  std::string partText(const ElementPart &Part) const;
  std::optional<std::string> textOf(const clang::Expr *E,
                                    llvm::ArrayRef<ElementPart> Parts);
  bool define(const ElementPart &Part);
  std::optional<std::string> zeroFill();
  std::string indexName() const;

  const WideCopy &W;
  const TileCopy &Store;
  const WideCopyNames &Names;
  const SourceText &Text;
  const clang::ASTContext &Ctx;
  const LineLayout &Lines;
  const std::string &Unit;
  std::string PragmaIndent;
  /// Of rows and columns.
  clang::QualType Type;
  std::string Row, Column;
  VarSet Defined;
  std::vector<std::string> Declared;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_REWRITE_WIDECOPYWRITER_H
