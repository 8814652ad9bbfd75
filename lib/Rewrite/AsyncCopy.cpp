//===- AsyncCopy.cpp - One asynchronous copy as text ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsyncCopy.h"
#include "Analyze/Tiles/ZeroFill.h"
#include "Builds/TemplateSizes.h"
#include "Spelling.h"
#include "cudapipe/Analyze/AccessType.h"

using namespace clang;

namespace cudapipe {

/// What \p Copy stores where its guard is false, or null.
static const Expr *fillOf(const TileCopy &Copy, const ASTContext &Ctx) {
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

std::string isAsyncElement(llvm::StringRef Type) {
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

std::string AsyncCopyWriter::write(const CopyText &Copy,
                                   llvm::function_ref<std::string()> Zero,
                                   const std::string &Indent) const {
  CopyCall Call = Variant.spell(Copy, Object);
  if (!Call.InBranch)
    return Lines.call(Indent, Call.Callee, Call.Args) + ";";
  const std::string Inner = Indent + Unit;
  std::string Then = Lines.call(Inner, Call.Callee, Call.Args), Else = Zero();
  if (!Copy.IsTrue)
    std::swap(Then, Else);
  return "if (" + withoutParens(Copy.Condition).str() + ")\n" + Inner + Then +
         ";\n" + Indent + "else\n" + Inner + Else + ";";
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
    return Value ? onOneLine(*Text.text(Copy.Destination)) + " = " +
                       onOneLine(*Value)
                 : zeroText(Out.To, Copy.Bytes);
  };
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
