//===- AddTiles.cpp - Static tiles that become dynamic, at the launch -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __shared__ T As[BM][BK], Bs[BK][BN];      2 * (BM * 8 + 8 * BN) * sizeof(T)
//
// where the launch names `kernel<float, 8>`: template parameters become the
// launch's arguments, and where a name means nothing there, the number of bytes
// stands instead.
//
//===----------------------------------------------------------------------===//

#include "LaunchEditor.h"
#include "Spelling.h"
#include "cudapipe/Analyze/ConstantInt.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cudapipe {
namespace {

/// The variable of \p F, a pattern or an instantiation, that stands where
/// \p Var does.
const VarDecl *sameIn(const FunctionDecl &F, const VarDecl &Var) {
  const VarDecl *Found = nullptr;
  auto Visit = [&](auto &&Self, const Stmt *S) -> void {
    if (!S || Found)
      return;
    if (const auto *Decls = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Decls->decls())
        if (D->getLocation() == Var.getLocation())
          Found = dyn_cast<VarDecl>(D);
    for (const Stmt *Child : S->children())
      Self(Self, Child);
  };
  const FunctionDecl *Definition = nullptr;
  if (F.hasBody(Definition))
    Visit(Visit, Definition->getBody());
  return Found;
}

/// Spells the size of one tile as it may stand at a launch.
class TileSize {
public:
  /// \p There is the text at the launch, \p Text that of the tiles.
  TileSize(const LaunchSite &Site, const SourceText &There,
           const SourceText &Text, const ASTContext &Ctx)
      : Site(Site), There(There), Text(Text), Ctx(Ctx) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Site.Name))
      Args = Ref->template_arguments();
    else if (const auto *Lookup = dyn_cast<OverloadExpr>(Site.Name))
      Args = Lookup->template_arguments();
  }

  /// Elements, and the type of one; false if a name is not visible there.
  bool spell(const VarDecl &Tile, std::string &Count, std::string &Type) {
    const TypeSourceInfo *Info = Tile.getTypeSourceInfo();
    if (!Info || Text.code().contains("#undef") ||
        There.code().contains("#undef"))
      return false;
    TypeLoc Loc = Info->getTypeLoc();
    while (true) {
      if (auto Array = Loc.getAs<ArrayTypeLoc>()) {
        std::optional<std::string> Bound =
            Array.getSizeExpr() ? spell(Array.getSizeExpr()) : std::nullopt;
        if (!Bound)
          return false;
        Count += (Count.empty() ? "" : " * ") + *Bound;
        Loc = Array.getElementLoc();
      } else if (auto Attributed = Loc.getAs<AttributedTypeLoc>()) {
        Loc = Attributed.getModifiedLoc();
      } else {
        break;
      }
    }
    return spellType(Loc.getUnqualifiedLoc(), Type);
  }

private:
  /// The launch's argument for the parameter at \p Index.
  std::optional<std::string> argument(unsigned Index) {
    if (Index >= Args.size())
      return std::nullopt;
    std::optional<TextRange> R = There.range(Args[Index].getSourceRange());
    if (!R)
      return std::nullopt;
    std::string Spelled = There.text(*R).str();
    if (Args[Index].getArgument().getKind() == TemplateArgument::Expression)
      return parenthesized(Args[Index].getSourceExpression(), Spelled);
    return Spelled;
  }

  /// \p D, at file scope, can be named where the launch is.
  bool isVisible(const Decl &D) const {
    const DeclContext *Scope = D.getDeclContext();
    while (Scope->isTransparentContext())
      Scope = Scope->getParent();
    return Site.Host && Scope->isFileContext() && Scope->Encloses(Site.Host) &&
           Ctx.getSourceManager().isBeforeInTranslationUnit(
               D.getLocation(), Site.At->getBeginLoc());
  }

  bool check(const Expr *E, std::vector<TextEdit> &Edits) {
    E = E->IgnoreImpCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const ValueDecl *D = Ref->getDecl();
      if (const auto *Param = dyn_cast<NonTypeTemplateParmDecl>(D)) {
        std::optional<TextRange> R = Text.range(E);
        std::optional<std::string> Arg = argument(Param->getIndex());
        if (!R || !Arg || E->getBeginLoc().isMacroID())
          return false;
        Edits.push_back({*R, *Arg});
        return true;
      }
      return (isa<EnumConstantDecl, VarDecl>(D)) && isVisible(*D);
    }
    if (const auto *SizeOf = dyn_cast<UnaryExprOrTypeTraitExpr>(E))
      return SizeOf->isArgumentType() &&
             SizeOf->getArgumentType()->isBuiltinType();
    return isa<IntegerLiteral, ParenExpr, BinaryOperator, UnaryOperator,
               ConditionalOperator>(E) &&
           llvm::all_of(E->children(), [&](const Stmt *Child) {
             return check(cast<Expr>(Child), Edits);
           });
  }

  std::optional<std::string> spell(const Expr *Bound) {
    if (const auto *Full = dyn_cast<FullExpr>(Bound))
      Bound = Full->getSubExpr();
    std::vector<TextEdit> Edits;
    std::optional<TextRange> R = Text.range(Bound);
    if (!R || !check(Bound, Edits))
      return std::nullopt;
    std::optional<std::string> Spelled = Text.edited(*R, std::move(Edits));
    if (!Spelled)
      return std::nullopt;
    // A product goes on as one.
    const auto *Op = dyn_cast<BinaryOperator>(Bound->IgnoreImpCasts());
    if (Op && Op->getOpcode() == BO_Mul && !Op->getBeginLoc().isMacroID())
      return Spelled;
    return parenthesized(Bound, *Spelled);
  }

  bool spellType(TypeLoc Loc, std::string &Out) {
    if (auto Param = Loc.getAs<TemplateTypeParmTypeLoc>()) {
      std::optional<std::string> Arg = argument(Param.getDecl()->getIndex());
      Out = Arg.value_or("");
      return Arg.has_value();
    }
    std::optional<TextRange> R = Text.range(Loc.getSourceRange());
    if (!R || Loc.getType()->isDependentType())
      return false;
    Out = Text.text(*R).str();
    QualType Type = Loc.getType();
    if (const auto *Alias = Type->getAs<TypedefType>())
      return isVisible(*Alias->getDecl());
    if (const auto *Tag = Type->getAsTagDecl())
      return isVisible(*Tag);
    return Type->isBuiltinType();
  }

  const LaunchSite &Site;
  const SourceText &There, &Text;
  const ASTContext &Ctx;
  llvm::ArrayRef<TemplateArgumentLoc> Args;
};

std::string product(llvm::StringRef Count, llvm::StringRef Type) {
  return ((Count.empty() ? "" : Count + " * ") + "sizeof(" + Type + ")").str();
}

} // namespace

/// Bytes of all tiles, if the launch decides on one instantiation.
std::optional<uint64_t>
LaunchEditor::bytesOfTiles(const FunctionDecl *Launched) const {
  if (Unseen)
    return Unseen->Bytes;
  uint64_t Sum = 0;
  for (const DynamicTile &Tile : Wish.Tiles) {
    const VarDecl *Var = Tile.Tile;
    bool Template =
        Kernel.isTemplated() || Kernel.getPrimaryTemplate() != nullptr;
    if (Template)
      Var = Launched ? sameIn(*Launched, *Tile.Tile) : nullptr;
    if (!Var || Var->getType()->isDependentType())
      return std::nullopt;
    Sum += Wish.Stages * Ctx.getTypeSizeInChars(Var->getType()).getQuantity();
    if (Tile.Padded)
      Sum = llvm::alignTo(Sum, Wish.Alignment);
  }
  return Sum;
}

std::optional<NewSize> LaunchEditor::tileBytes(const LaunchSite &Site) {
  NewSize Out;
  Out.Stable = true;
  Out.Bytes = bytesOfTiles(Site.Kernel);
  if (Unseen) {
    Out.Text = std::to_string(Unseen->Bytes) + " /* " +
               std::to_string(Wish.Stages) + " stages of " + Unseen->Names +
               " */";
    return Out;
  }
  const FunctionDecl *Pattern = Kernel.getTemplateInstantiationPattern();
  SourceText Tiles(SM.getFileID(SM.getExpansionLoc(Kernel.getLocation())), Ctx);
  TileSize Size(Site, Text, Tiles, Ctx);
  std::string Stages = std::to_string(Wish.Stages) + " * ";
  std::vector<std::string> Counts, Types;
  bool Spelled = true, Padded = false;
  for (const DynamicTile &Tile : Wish.Tiles) {
    const VarDecl *Var = Pattern ? sameIn(*Pattern, *Tile.Tile) : Tile.Tile;
    std::string Count, Type;
    Spelled &= Var && Size.spell(*Var, Count, Type);
    Counts.push_back(Count);
    Types.push_back(Type);
    Padded |= Tile.Padded;
  }
  if (!Spelled) {
    if (!Out.Bytes)
      return std::nullopt;
    std::vector<std::string> Names;
    for (const DynamicTile &Tile : Wish.Tiles)
      Names.push_back(Tile.Tile->getNameAsString());
    Out.Text = std::to_string(*Out.Bytes) + " /* " +
               std::to_string(Wish.Stages) + " stages of " +
               llvm::join(Names, ", ") + " */";
    return Out;
  }
  std::vector<std::string> Terms;
  bool OneType = llvm::all_equal(Types) && !llvm::is_contained(Counts, "");
  if (OneType && !Padded) {
    std::string Sum = llvm::join(Counts, " + ");
    Out.Text = Stages + product(Counts.size() > 1 ? "(" + Sum + ")" : Sum,
                                Types.front());
    return Out;
  }
  for (size_t I = 0; I < Counts.size(); ++I) {
    std::string Term = product(Counts[I], Types[I]);
    std::string Align = std::to_string(Wish.Alignment);
    if (Padded)
      Term = Stages + Term;
    if (Wish.Tiles[I].Padded)
      Term = "(" + Term + " + " + std::to_string(Wish.Alignment - 1) + ") / " +
             Align + " * " + Align;
    Terms.push_back(Term);
  }
  std::string Sum = llvm::join(Terms, " + ");
  Out.Text = Padded              ? Sum
             : Terms.size() == 1 ? Stages + Sum
                                 : Stages + "(" + Sum + ")";
  return Out;
}

/// \p Sum with a line for each term, where one line of \p Indent is too short.
std::string wrapped(llvm::StringRef Sum, size_t Indent) {
  if (Indent + Sum.size() <= LineLimit)
    return Sum.str();
  std::string Out;
  int Depth = 0;
  for (size_t I = 0; I < Sum.size(); ++I) {
    Depth += (Sum[I] == '(') - (Sum[I] == ')');
    Out += Sum[I];
    if (Depth == 0 && Sum.substr(I).starts_with(" + ")) {
      Out += "+\n" + std::string(Indent, ' ');
      I += 2;
    }
  }
  return Out;
}

std::optional<Rejection> LaunchEditor::add(const LaunchSite &Site) {
  if (Wish.Tiles.empty() && !Unseen)
    return std::nullopt;
  std::optional<NewSize> Size = tileBytes(Site);
  if (!Size)
    return reject(Site, "how much shared memory it needs cannot be written "
                        "there: name the kernel with all template arguments");
  if (std::optional<Rejection> Why = checkLimit(Site, *Size))
    return Why;
  for (const Expr *Old : Site.Sizes) {
    Expr::EvalResult Value;
    bool Known = !Old->isValueDependent() && !Old->isTypeDependent() &&
                 Old->EvaluateAsInt(Value, Ctx);
    if (Site.Kind == LaunchSite::Attribute && Known && Size->Bytes &&
        clampedValue(Value.Val.getInt()) >= int64_t(*Size->Bytes))
      continue;
    std::optional<TextRange> R = Text.range(Old);
    if (!R || !Known || Value.Val.getInt() != 0)
      return reject(Site, "it passes dynamic shared memory that the kernel "
                          "does not use");
    editArgument(Site, *R, Size->Text);
  }
  if (Site.Kind == LaunchSite::Attribute)
    return std::nullopt;
  std::string First;
  if (Site.Kind == LaunchSite::Config) {
    std::string Member =
        Site.ConfigVar->getNameAsString() + ".dynamicSmemBytes";
    if (Site.Sizes.empty())
      First = Member + " = " + Size->Text + ";";
    Size->Text = Member;
    Size->Stable = false;
  } else if (Site.Sizes.empty()) {
    if (std::optional<Rejection> Why = addArgument(Site, *Size))
      return Why;
  }
  return raiseLimit(Site, *Size, First);
}

/// `<<<grid, block>>>` to `<<<grid, block, size>>>`.
std::optional<Rejection> LaunchEditor::addArgument(const LaunchSite &Site,
                                                   const NewSize &Size) {
  const Expr *Last = nullptr;
  if (Site.Kind == LaunchSite::Chevron)
    Last = launchArgument(*cast<CUDAKernelCallExpr>(Site.At), 1);
  else
    for (const Expr *Arg : Site.At->arguments())
      if (!isa<CXXDefaultArgExpr>(Arg))
        Last = Arg;
  std::optional<TextRange> R = Last ? Text.range(Last) : std::nullopt;
  if (!R)
    return reject(Site, "a macro spells what stands in front of its size");
  editArgument(Site, {R->End, R->End}, Size.Text);
  return std::nullopt;
}

/// Puts \p Size in place of \p R, or as a new argument behind it if R is empty;
/// on a line of its own where it would not fit.
void LaunchEditor::editArgument(const LaunchSite &Site, TextRange R,
                                llvm::StringRef Size) {
  bool New = R.Begin == R.End;
  const Expr *First =
      Site.Kind == LaunchSite::Chevron
          ? launchArgument(*cast<CUDAKernelCallExpr>(Site.At), 0)
          : Site.At->getArg(0);
  std::optional<TextRange> Arguments = Text.range(First);
  unsigned Column = R.Begin - Text.lineStart(R.Begin);
  // Under the first argument, or else a step further in than the statement.
  size_t Indent = 4 + Text.indentAt(R.Begin).size();
  if (Arguments)
    if (unsigned Below = Arguments->Begin - Text.lineStart(Arguments->Begin);
        Below + Size.size() <= LineLimit)
      Indent = Below;
  std::string Break = " ";
  if (Column + Size.size() + strlen(", >>>(") > LineLimit)
    Break = "\n" + std::string(Indent, ' ');
  if (Break != " ")
    Break += wrapped(Size, Indent);
  else
    Break += Size;
  if (New)
    return edit(R, "," + Break);
  if (Text.code()[R.Begin - 1] != ' ')
    return edit(R, Size.str());
  edit({R.Begin - 1, R.End}, Break);
}

} // namespace cudapipe
