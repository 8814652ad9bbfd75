//===- AsyncCopy.cpp - One asynchronous copy as text ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsyncCopy.h"
#include "Analyze/Tiles/ZeroFill.h"
#include "Builds/MacroTable.h"
#include "Builds/TemplateSizes.h"
#include "Spelling.h"
#include "cudapipe/Analyze/AccessType.h"

using namespace clang;

namespace cudapipe {

const Expr *fillOf(const TileCopy &Copy, const ASTContext &Ctx) {
  if (Copy.Zero.FillStore)
    return sidesOf(Copy.Zero.FillStore, Ctx).second;
  const auto *Choice =
      dyn_cast<ConditionalOperator>(stripCopies(Copy.Value)->IgnoreParens());
  if (!Choice)
    return nullptr;
  for (const Expr *Arm : {Choice->getTrueExpr(), Choice->getFalseExpr()})
    if (isZero(Arm, Ctx))
      return Arm;
  return nullptr;
}

std::string zeroText(llvm::StringRef To, unsigned Bytes) {
  return ("*reinterpret_cast<" +
          llvm::StringRef(Bytes == 16  ? "uint4"
                          : Bytes == 8 ? "uint2"
                                       : "unsigned") +
          " *>(" + To + ") = {}")
      .str();
}

std::string isAsyncElement(llvm::StringRef Type, uint64_t Bytes) {
  if (Bytes > 16)
    return ("sizeof(" + Type + ") == " + llvm::Twine(Bytes) + " && alignof(" +
            Type + ") >= 16")
        .str();
  return ("sizeof(" + Type + ") == alignof(" + Type + ") && sizeof(" + Type +
          ") >= 4 && sizeof(" + Type + ") <= 16")
      .str();
}

const char *ifConstexpr(const ASTContext &Ctx) {
  return Ctx.getLangOpts().CPlusPlus17 ? "if constexpr" : "if";
}

std::string whereAsync(llvm::StringRef If, llvm::StringRef Test,
                       llvm::StringRef Async, llvm::StringRef Own,
                       const std::string &Indent, const std::string &Inner) {
  // One statement each, or braces.
  const bool Braces = Async.contains(";\n") || Own.contains(";\n") ||
                      Async.starts_with("if") || Own.starts_with("if");
  const std::string Open = Braces ? " {\n" : "\n",
                    Close = Braces ? "} else {\n" : "else\n";
  return (If + " (" + Test + ")" + Open + Inner + Async + "\n" + Indent +
          Close + Inner + Own + (Braces ? "\n" + Indent + "}" : ""))
      .str();
}

/// The header of the loop over the pieces of \p Copy.
static std::string forPieces(const CopyText &Copy) {
  return "for (int " + Copy.Piece + " = 0; " + Copy.Piece + " < " +
         std::to_string(Copy.Pieces) + "; ++" + Copy.Piece + ")";
}

std::string AsyncCopyWriter::write(const CopyText &Copy,
                                   llvm::function_ref<std::string()> Zero,
                                   const std::string &Indent) const {
  CopyCall Call = Variant.spell(Copy, Object);
  auto CallAt = [&](const std::string &Place) {
    if (Copy.Pieces == 1)
      return Lines.call(Place, Call.Callee, Call.Args);
    return forPieces(Copy) + "\n" + Place + Unit +
           Lines.call(Place + Unit, Call.Callee, Call.Args);
  };
  if (!Call.InBranch)
    return CallAt(Indent) + ";";
  const std::string Inner = Indent + Unit;
  std::string Then = CallAt(Inner), Else = Zero();
  if (!Copy.IsTrue)
    std::swap(Then, Else);
  return "if (" + withoutParens(Copy.Condition).str() + ")\n" + Inner + Then +
         ";\n" + Indent + "else\n" + Inner + Else + ";";
}

/// A name that stands nowhere in the file, and is no macro.
static std::string freshName(const SourceText &Text, const ASTContext &Ctx) {
  llvm::StringSet<> Used;
  for (const MacroToken &Tok :
       macroTokens(Text, {0, unsigned(Text.code().size())}, Ctx, nullptr))
    Used.insert(Tok.Word);
  for (unsigned I = 1;; ++I) {
    std::string Name = I == 1 ? "piece" : "piece_" + std::to_string(I);
    if (!Used.contains(Name) && !Ctx.Idents.get(Name).hasMacroDefinition())
      return Name;
  }
}

/// Makes \p Out, a copy of \p Bytes, one of its pieces of 16.
static void cutInPieces(CopyText &Out, uint64_t Bytes, const SourceText &Text,
                        const ASTContext &Ctx) {
  Out.Pieces = Bytes / 16;
  Out.Piece = freshName(Text, Ctx);
  Out.Bytes = "sizeof(uint4)";
  Out.To = "reinterpret_cast<uint4 *>(" + withoutParens(Out.To).str() + ") + " +
           Out.Piece;
  Out.From = "reinterpret_cast<const uint4 *>(" +
             withoutParens(Out.From).str() + ") + " + Out.Piece;
}

std::optional<std::string>
AsyncCopyWriter::write(const TileCopy &Copy, const std::string &Bytes,
                       TextOf Of, const std::string &Indent) const {
  std::optional<std::string> To = Copy.StoreCall
                                      ? Text.text(Copy.Destination)
                                      : addressOf(Copy.Destination, Text);
  std::optional<std::string> From = Copy.From.SourcePointer
                                        ? Text.text(Copy.From.SourcePointer)
                                        : addressOf(Copy.From.Source, Text);
  if (!To || !From)
    return std::nullopt;
  CopyText Out{onOneLine(*To), onOneLine(*From), Bytes};
  if (!Copy.StoreCall && Copy.From.Source) {
    QualType Type = accessType(Copy.Destination, Ctx);
    Out.IsElement =
        Ctx.hasSameUnqualifiedType(Type, accessType(Copy.From.Source, Ctx)) &&
        !Type->isDependentType() &&
        uint64_t(Ctx.getTypeAlignInChars(Type).getQuantity()) == Copy.Bytes;
  }
  // The zero as the user wrote it, where he did.
  auto Zero = [&] {
    const Expr *Fill = Copy.StoreCall ? nullptr : fillOf(Copy, Ctx);
    std::optional<std::string> Value =
        Fill && Text.range(Fill) ? Of(Fill) : std::nullopt;
    return Value            ? onOneLine(*Text.text(Copy.Destination)) + " = " +
                                  onOneLine(*Value)
           : Out.Pieces > 1 ? forPieces(Out) + " " + zeroText(Out.To, 16)
                            : zeroText(Out.To, Copy.Bytes);
  };
  if (Copy.Bytes > 16)
    cutInPieces(Out, Copy.Bytes, Text, Ctx);
  if (!Copy.Zero.Guard)
    return write(Out, Zero, Indent);
  std::optional<std::string> Guard = Of(Copy.Zero.Guard);
  if (!Guard)
    return std::nullopt;
  Out.IsTrue = Copy.Zero.GuardIsTrue;
  Out.Condition = parenthesized(Copy.Zero.Guard, onOneLine(*Guard));
  if (Copy.Zero.OuterGuard) {
    std::optional<std::string> Outer = Of(Copy.Zero.OuterGuard);
    if (!Outer)
      return std::nullopt;
    Out.Condition = "(" + std::string(Copy.Zero.OuterGuardIsTrue ? "" : "!") +
                    parenthesized(Copy.Zero.OuterGuard, onOneLine(*Outer)) +
                    " && " + (Out.IsTrue ? "" : "!") + Out.Condition + ")";
    Out.IsTrue = true;
  }
  return write(Out, Zero, Indent);
}

} // namespace cudapipe
