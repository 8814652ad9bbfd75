//===- WideCopyText.cpp - Copies of 16 bytes as text ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int i = tid; i < BM * BK / 4; i += 256) {
//     const int row = i / (BK / 4), col = i % (BK / 4) * 4;
//     __pipeline_memcpy_async(&As[row][col], &A[(by + row) * K + col], 16);
//   }
//
//===----------------------------------------------------------------------===//

#include "Analyze/Pointers/VisibleNames.h"
#include "Spelling.h"
#include "WideCopyWriter.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace clang;

namespace cudapipe {

/// Longer declarations of a row and a column are broken between them.
constexpr size_t LongestCounters = 80;

/// A counter of this name hides nothing that the copy names.
bool WideCopyWriter::isFree(llvm::StringRef Name) const {
  return !Own.Kept.contains(Name) && Name != Row && Name != Column;
}

/// The type that \p Part is computed in: a row may be larger than an `unsigned
/// char` that was the number of a thread.
static QualType typeOf(const ElementPart &Part, const ASTContext &Ctx) {
  QualType Type = Part.At->getType().getUnqualifiedType();
  return Ctx.isPromotableIntegerType(Type) ? Ctx.IntTy : Type;
}

/// The type that rows and columns are counted in, and their names: those of
/// the user's own variables, where these go with the loop.
void WideCopyWriter::nameCounters(llvm::ArrayRef<ElementPart> Parts) {
  for (const ElementPart &Part : Parts) {
    if (Part.Kind == ElementPart::Definition) {
      nameCounters(Part.Parts);
      continue;
    }
    if (Type.isNull())
      Type = typeOf(Part, Ctx);
    bool IsRow = Part.Row == 1 && Part.Column == 0 && Part.Constant == 0,
         IsColumn = Part.Row == 0 && Part.Column == 1 && Part.Constant == 0;
    const auto *Ref = dyn_cast<DeclRefExpr>(Part.At);
    std::string &Name = IsRow ? Row : Column;
    if (!Ref || !Name.empty() || (!IsRow && !IsColumn))
      continue;
    // Declared in what the new loop takes the place of.
    SourceLocation At = Ref->getDecl()->getLocation();
    if (llvm::any_of(Store.Path.Loops,
                     [&](const ForStmt *Loop) {
                       return Ctx.getSourceManager().isPointWithin(
                           At, Loop->getBeginLoc(), Loop->getEndLoc());
                     }) &&
        isFree(Ref->getDecl()->getName()))
      Name = Ref->getDecl()->getNameAsString();
  }
}

/// Of `BM * BK`, the size of a flat tile of \p Rows rows, both factors, the
/// rows first; nothing if it is no such product.
static std::vector<const Expr *> factorsOf(const Expr *Size, int64_t Rows,
                                           int64_t Columns,
                                           const ASTContext &Ctx) {
  const auto *Op = dyn_cast<BinaryOperator>(Size->IgnoreParenImpCasts());
  if (!Op || Op->getOpcode() != BO_Mul)
    return {};
  for (auto [Row, Column] : {std::pair(Op->getLHS(), Op->getRHS()),
                             std::pair(Op->getRHS(), Op->getLHS())})
    if (constantValue(Row, Ctx) == Rows &&
        constantValue(Column, Ctx) == Columns)
      return {Row, Column};
  return {};
}

std::string extentText(const WideCopy &W, bool OfRows, bool HasSizes,
                       const SourceText &Text, const ASTContext &Ctx) {
  int64_t Number = OfRows ? W.Box.Rows : W.Box.Columns;
  TypeLoc Loc = W.written();
  std::vector<const Expr *> Sizes;
  for (auto Array = Loc ? Loc.getAs<ArrayTypeLoc>() : ArrayTypeLoc(); Array;
       Array = Array.getElementLoc().getAs<ArrayTypeLoc>())
    Sizes.push_back(Array.getSizeExpr());
  if (Sizes.size() == 1 && Sizes.front() && W.Box.Rows > 1)
    Sizes = factorsOf(Sizes.front(), W.Box.Rows, W.Box.Columns, Ctx);
  size_t At = OfRows || Sizes.empty() ? 0 : Sizes.size() - 1;
  // Of `T + 4`, the columns are T.
  if (const auto *Sum = At && Sizes[At] ? dyn_cast<BinaryOperator>(
                                              Sizes[At]->IgnoreParenImpCasts())
                                        : nullptr;
      Sum && Sum->getOpcode() == BO_Add && constantValue(Sum, Ctx) != Number)
    Sizes[At] = Sum->getLHS();
  bool Same = HasSizes && Sizes.size() == (W.Box.Rows == 1 ? 1 : 2) &&
              Sizes[At] && constantValue(Sizes[At], Ctx) == Number;
  std::optional<std::string> Name = Same ? Text.text(Sizes[At]) : std::nullopt;
  if (!Name || llvm::all_of(*Name, llvm::isDigit))
    return std::to_string(Number);
  return llvm::all_of(*Name,
                      [](char C) { return isAsciiIdentifierContinue(C); })
             ? *Name
             : parenthesized(Sizes[At], *Name);
}

/// As declared; of a tile that is a pointer, as the user's loop over its
/// elements has it: `i < BM * BK`.
std::string WideCopyWriter::extent(bool OfRows) const {
  if (W.Name->getType()->isPointerType() && W.Fields.empty() && W.Box.Rows > 1)
    for (const ForStmt *Loop : Store.Path.Loops) {
      const auto *Cond = dyn_cast_or_null<BinaryOperator>(Loop->getCond());
      if (!Cond || Cond->getOpcode() != BO_LT)
        continue;
      const std::vector<const Expr *> Sizes =
          factorsOf(Cond->getRHS(), W.Box.Rows, W.Box.Columns, Ctx);
      const VisibleNames Visible(*M.Kernel, Ctx.getSourceManager());
      const SourceLocation Front = M.Header.Loop->getBeginLoc(),
                           Place = M.Items[W.Items.front()].S->getBeginLoc();
      if (Sizes.empty() || !llvm::all_of(Sizes, [&](const Expr *Size) {
            std::optional<std::string> Name = Text.text(Size);
            return Name && !isDigit(Name->front()) &&
                   llvm::all_of(
                       *Name,
                       [](char C) { return isAsciiIdentifierContinue(C); }) &&
                   Visible.meanTheSame(Size, Front) &&
                   Visible.meanTheSame(Size, Place);
          }))
        continue;
      return *Text.text(Sizes[OfRows ? 0 : 1]);
    }
  return extentText(W, OfRows, Own.HasSizes, Text, Ctx);
}

/// \p Text / \p By, folded if it is a number.
static std::string quotient(const std::string &Text, int64_t By) {
  int64_t Number = 0;
  if (By == 1)
    return Text;
  if (!llvm::StringRef(Text).getAsInteger(10, Number))
    return std::to_string(Number / By);
  return Text + " / " + std::to_string(By);
}

/// What stands between \p Front and \p Behind is an operand of nothing but
/// sums.
static bool isSummand(llvm::StringRef Front, llvm::StringRef Behind) {
  auto EndsWith = [&](llvm::StringRef Token) {
    return Front.ends_with(Token) && !Front.drop_back().ends_with(Token);
  };
  if (Front.ends_with("(") && Behind.starts_with(")"))
    return true;
  return (Front.ends_with("[") || EndsWith("+")) &&
         (Behind.starts_with("]") || Behind.starts_with("+") ||
          (Behind.starts_with("-") && !Behind.starts_with("->")));
}

/// Nothing in \p E has another type in another instantiation: numbers, and what
/// CUDA declares.
static bool hasTypeOfCuda(const Stmt *E, const SourceManager &SM) {
  if (!E)
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return SM.isInSystemHeader(Ref->getDecl()->getLocation());
  return isa<ImplicitCastExpr, ParenExpr, BinaryOperator, IntegerLiteral,
             MemberExpr, PseudoObjectExpr, OpaqueValueExpr,
             SubstNonTypeTemplateParmExpr>(E) &&
         llvm::all_of(E->children(), [&](const Stmt *Child) {
           return hasTypeOfCuda(Child, SM);
         });
}

/// In \p In, \p Part is computed with a number of its own type: `blockIdx.x *
/// 16
/// + r` is unsigned, whether r is or not.
bool WideCopyWriter::meetsItsType(const ElementPart &Part,
                                  const Expr *In) const {
  if (Part.Row < 0 || Part.Column < 0 || Part.Constant < 0)
    return false;
  const QualType OfPart = typeOf(Part, Ctx);
  if (!OfPart->isUnsignedIntegerType() || !Type->isSignedIntegerType() ||
      Ctx.getTypeSize(OfPart) != Ctx.getTypeSize(Type))
    return false;
  const Expr *Bare = Part.At->IgnoreParenImpCasts();
  bool Found = false;
  forEach<BinaryOperator>(In, [&](const BinaryOperator &Op) {
    if (!Op.isAdditiveOp() && !Op.isMultiplicativeOp())
      return;
    const Expr *Left = Op.getLHS()->IgnoreParenImpCasts(),
               *Right = Op.getRHS()->IgnoreParenImpCasts();
    const Expr *Other = Left == Bare ? Right : Right == Bare ? Left : nullptr;
    Found |= Other && !Other->isTypeDependent() &&
             Ctx.hasSameUnqualifiedType(Other->getType(), OfPart) &&
             (!M.Kernel->isTemplateInstantiation() ||
              hasTypeOfCuda(Other, Ctx.getSourceManager()));
  });
  return Found;
}

/// A part's text for the current row and column, in \p In.
std::string WideCopyWriter::partText(const ElementPart &Part, const Expr *In,
                                     llvm::StringRef Front,
                                     llvm::StringRef Behind) const {
  // 31 - col, not -col + 31.
  std::vector<std::pair<int64_t, std::string>> Terms;
  auto Add = [&](int64_t Factor, const std::string &Name) {
    if (Factor == 0 || Name == "0")
      return;
    uint64_t Size = Factor < 0 ? -uint64_t(Factor) : Factor;
    Terms.emplace_back(Factor, Name.empty() ? std::to_string(Size)
                               : Size == 1  ? Name
                               : InTile && &Name == &Row &&
                                       Factor == W.Box.Columns &&
                                       Factor == W.Box.Pitch &&
                                       !llvm::all_of(extent(false), isDigit)
                                   ? Name + " * " + extent(false)
                                   : std::to_string(Size) + " * " + Name);
  };
  Add(Part.Row, Row);
  Add(Part.Column, Column);
  Add(Part.Constant, "");
  std::stable_partition(Terms.begin(), Terms.end(),
                        [](auto &Term) { return Term.first > 0; });
  std::string Out = Terms.empty() ? "0" : "";
  for (const auto &[Factor, Term] : Terms)
    Out +=
        (Out.empty() ? (Factor < 0 ? "-" : "") : (Factor < 0 ? " - " : " + ")) +
        Term;
  QualType OfPart = typeOf(Part, Ctx);
  // Alone in brackets, it is a number that all types hold.
  const bool IsSubscript = Front.ends_with("[") && Behind.starts_with("]");
  if (Out != "0" && !Ctx.hasSameType(OfPart, Type) && !IsSubscript &&
      !meetsItsType(Part, In))
    return "static_cast<" + spelled(OfPart, Ctx) + ">(" + Out + ")";
  // What a macro does with its argument is not seen here.
  if (llvm::StringRef(Out).find_first_of(" -") != llvm::StringRef::npos &&
      (Part.At->getBeginLoc().isMacroID() || !isSummand(Front, Behind)))
    Out = "(" + Out + ")";
  return Out;
}

/// What the variable \p Part is called where it is defined anew.
llvm::StringRef WideCopyWriter::nameOf(const ElementPart &Part) const {
  const auto *Var = cast<VarDecl>(cast<DeclRefExpr>(Part.At)->getDecl());
  const auto It = Names.OfElement.find(Var);
  return It == Names.OfElement.end() ? Var->getName()
                                     : llvm::StringRef(It->second);
}

/// Of `const int input_row = row`, the row: a second name says nothing.
static const ElementPart &behindNames(const ElementPart &Part) {
  const auto *Ref = dyn_cast<DeclRefExpr>(Part.Init->IgnoreParenImpCasts());
  for (const ElementPart &Inner : Part.Parts)
    if (Ref && Inner.Kind == ElementPart::Definition &&
        Inner.At->IgnoreParenImpCasts() == Ref &&
        Inner.At->getType().getCanonicalType().getUnqualifiedType() ==
            Part.At->getType().getCanonicalType().getUnqualifiedType())
      return behindNames(Inner);
  return Part;
}

/// \p E with its parts replaced. The definitions of variables that are defined
/// anew are added to Declared.
std::optional<std::string>
WideCopyWriter::textOf(const Expr *E, llvm::ArrayRef<ElementPart> Parts) {
  std::optional<TextRange> Whole = Text.range(E);
  if (!Whole)
    return std::nullopt;
  std::vector<TextEdit> Edits;
  for (const ElementPart &Part : Parts) {
    std::optional<TextRange> At = Text.range(Part.At);
    if (!At)
      return std::nullopt;
    if (!Whole->contains(*At))
      continue;
    if (Part.Kind == ElementPart::Definition) {
      if (Inlines) {
        std::optional<std::string> Init = textOf(Part.Init, Part.Parts);
        if (!Init)
          return std::nullopt;
        Edits.push_back({*At, parenthesized(Part.Init, onOneLine(*Init))});
        continue;
      }
      const ElementPart &Named = behindNames(Part);
      if (!define(Named))
        return std::nullopt;
      Edits.push_back({*At, nameOf(Named).str()});
      continue;
    }
    llvm::StringRef Front = Text.text({Whole->Begin, At->Begin}).rtrim(" \t");
    llvm::StringRef Behind = Text.text({At->End, Whole->End}).ltrim(" \t\r\n");
    std::string New = partText(Part, E, Front, Behind);
    // `k + 0` says less than `k`.
    if (New == "0" && Front.ends_with("+") && !Front.ends_with("++") &&
        Behind.find_first_of("*/%.[(") != 0) {
      Front = Front.drop_back().rtrim(" \t");
      At->Begin = Whole->Begin + Front.size();
      New.clear();
    }
    if (llvm::none_of(Edits, [&](const TextEdit &Known) {
          return Known.Range.Begin == At->Begin;
        }))
      Edits.push_back({*At, New});
  }
  return Text.edited(*Whole, std::move(Edits));
}

/// `const int row = blockIdx.y * 16 + r;`, once.
bool WideCopyWriter::define(const ElementPart &Part) {
  const auto *Var = cast<VarDecl>(cast<DeclRefExpr>(Part.At)->getDecl());
  if (!Defined.insert(Var))
    return true;
  std::optional<std::string> Init = textOf(Part.Init, Part.Parts);
  std::optional<std::string> Line =
      declare(*Var, nameOf(Part), /*Const=*/!Var->getType()->isPointerType(),
              Text, Ctx);
  if (!Init || !Line)
    return false;
  Declared.emplace_back(nameOf(Part), *Line + " = " + onOneLine(*Init) + ";");
  return true;
}

/// `m < n` for \p E, which is `m >= n` of integers; nothing for another form.
std::optional<std::string> WideCopyWriter::opposite(const Expr *E) {
  const auto *Op = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!Op || !Op->isRelationalOp() || Op->getOperatorLoc().isMacroID() ||
      !Op->getLHS()->getType()->isIntegerType() ||
      !Op->getRHS()->getType()->isIntegerType())
    return std::nullopt;
  // `(m + 1) >= n`: the brackets say nothing.
  auto SideOf = [&](const Expr *Side) {
    const auto *Paren = dyn_cast<ParenExpr>(Side->IgnoreImpCasts());
    const auto *Sum =
        Paren ? dyn_cast<BinaryOperator>(Paren->getSubExpr()->IgnoreImpCasts())
              : nullptr;
    return textOf(Sum && !Paren->getLParen().isMacroID() &&
                          (Sum->isAdditiveOp() || Sum->isMultiplicativeOp())
                      ? Sum
                      : Side,
                  W.Parts);
  };
  const std::optional<std::string> Left = SideOf(Op->getLHS()),
                                   Right = SideOf(Op->getRHS());
  if (!Left || !Right)
    return std::nullopt;
  return onOneLine(*Left) + " " +
         BinaryOperator::getOpcodeStr(
             BinaryOperator::negateComparisonOp(Op->getOpcode()))
             .str() +
         " " + onOneLine(*Right);
}

/// Fills in the condition of \p Copy. False where a macro is in the way.
bool WideCopyWriter::guard(CopyText &Copy) {
  std::string Cond;
  for (auto [I, Guard] : llvm::enumerate(W.Guards)) {
    std::optional<std::string> One = textOf(Guard.first, W.Parts);
    if (!One)
      return false;
    std::string Term = onOneLine(*One);
    if (W.Guards.size() > 1)
      Term = (Guard.second ? "" : "!") + parenthesized(Guard.first, Term);
    Cond += (I ? " && " : "") + Term;
  }
  const auto &[Guard, Flag] = W.Guards.front();
  const bool IsOne = W.Guards.size() == 1;
  Copy.Condition = IsOne ? parenthesized(Guard, Cond) : "(" + Cond + ")";
  Copy.IsTrue = !IsOne || Flag;
  return true;
}

/// The address of \p Object, or \p Pointer, which leads there. A cast to what
/// the user copies at once says too little.
std::optional<std::string> WideCopyWriter::addressText(const Expr *Object,
                                                       const Expr *Pointer) {
  if (const auto *Op = dyn_cast_or_null<UnaryOperator>(
          Pointer ? nullptr : Object->IgnoreParens());
      Op && Op->getOpcode() == UO_Deref && !Op->getBeginLoc().isMacroID() &&
      !Op->getSubExpr()->IgnoreParens()->getBeginLoc().isMacroID())
    Pointer = Op->getSubExpr()->IgnoreParens();
  else if (const auto *First = dyn_cast_or_null<ArraySubscriptExpr>(
               Pointer || W.Box.Grain == 1 ? nullptr : Object->IgnoreParens());
           First && constantValue(subscriptIndex(*First), Ctx) == 0)
    Pointer = First->getBase();
  if (Pointer && W.Box.Grain > 1)
    if (const Expr *Plain = Pointer->IgnoreParenCasts();
        !Plain->getBeginLoc().isMacroID())
      Pointer = Plain;
  std::optional<std::string> Out = textOf(Pointer ? Pointer : Object, W.Parts);
  if (!Out)
    return Out;
  return Pointer ? onOneLine(*Out)
                 : addressOfText(Object->getType(), onOneLine(*Out));
}

/// The user's own counter, which ends with the loop, where it counts nothing
/// else now.
std::string WideCopyWriter::indexName() const {
  for (const ForStmt *Loop : Store.Path.Loops)
    if (const auto *Decls = dyn_cast_or_null<DeclStmt>(Loop->getInit());
        Decls && Decls->isSingleDecl()) {
      std::string Name =
          cast<VarDecl>(Decls->getSingleDecl())->getNameAsString();
      if (isFree(Name))
        return Name;
    }
  return Names.Index;
}

std::string firstThread(const LoopModel &M) {
  return M.Wide.OfOneDimension ? "threadIdx.x == 0"
                               : "threadIdx.x + threadIdx.y + threadIdx.z == 0";
}

/// `k + 0 * 16` says less than `k`.
static std::string withoutZeros(std::string Text) {
  const llvm::Regex Zero(
      "^(.*) \\+ 0 \\* [A-Za-z0-9_]+((\\]|\\)|,| \\+ | - ).*)?$");
  llvm::SmallVector<llvm::StringRef, 4> Found;
  while (Zero.match(Text, &Found))
    Text = Found[1].str() + Found[2].str();
  return Text;
}

std::optional<WholeCopyText> WideCopyWriter::writeWhole() {
  nameCounters(W.Parts);
  if (Type.isNull())
    Type = Ctx.IntTy;
  Inlines = true;
  Row = Column = "0";
  std::optional<std::string> To = addressText(Store.Destination, nullptr);
  std::optional<std::string> From = addressText(W.Source, W.SourcePointer);
  if (!To || !From)
    return std::nullopt;
  WholeCopyText Out{withoutZeros(*To),
                    withoutZeros(*From),
                    "sizeof(" + W.Name->getNameAsString() + ")",
                    {}};
  auto Last = [&](bool OfRows) {
    const std::string Size = extent(OfRows);
    int64_t Number = 0;
    return llvm::StringRef(Size).getAsInteger(10, Number)
               ? Size + " - 1"
               : std::to_string(Number - 1);
  };
  Row = W.Box.Rows == 1 ? "0" : Last(true);
  Column = W.Box.Columns == 1 ? "0" : Last(false);
  for (const auto &[Guard, Flag] : W.Guards) {
    std::optional<std::string> One = textOf(Guard, W.Parts);
    if (!One)
      return std::nullopt;
    const std::string Condition = onOneLine(*One);
    if (!llvm::is_contained(Out.Conditions, Condition))
      Out.Conditions.push_back(Condition);
  }
  return Out;
}

std::optional<ElementText> WideCopyWriter::writeElement() {
  nameCounters(W.Parts);
  if (Type.isNull())
    Type = Ctx.IntTy;
  const bool IsRow = W.Box.Rows == 1;
  Row = IsRow ? "0" : Names.Row;
  Column = IsRow ? Names.Index : Names.Column;
  const std::string Rows = extent(true), Columns = extent(false);
  ElementText Out;
  Out.RowLength = Columns;
  Out.Elements = IsRow ? Columns
                 : llvm::all_of(Rows + Columns, llvm::isDigit)
                     ? std::to_string(W.Box.Rows * W.Box.Columns)
                     : Rows + " * " + Columns;
  Out.Type = IsRow ? spelled(Type, Ctx) : "int";
  if (!IsRow)
    Out.Counters = "const " + spelled(Type, Ctx) + " " + Row + " = " +
                   Names.Index + " / " + Columns + ", " + Column + " = " +
                   Names.Index + " % " + Columns + ";";
  const QualType Stored = accessType(Store.Destination, Ctx);
  const Expr *Zero = fillOf(Store, Ctx);
  // The zero stands beside the element in a choice.
  const bool IsChoice =
      Zero &&
      (Ctx.hasSameUnqualifiedType(Zero->IgnoreImpCasts()->getType(), Stored) ||
       (Zero->IgnoreImpCasts()->getType()->isArithmeticType() &&
        Stored->isArithmeticType()));
  if (!W.Source || W.SourcePointer || Store.StoreCall ||
      !Ctx.hasSameUnqualifiedType(accessType(W.Source, Ctx), Stored) ||
      (!W.Guards.empty() && !IsChoice))
    return std::nullopt;
  InTile = true;
  std::optional<std::string> Place = addressText(Store.Destination, nullptr),
                             To = textOf(Store.Destination, W.Parts);
  InTile = false;
  std::optional<std::string> Start = addressText(W.Source, nullptr),
                             From = textOf(W.Source, W.Parts),
                             Fill = Zero ? Text.text(Zero) : std::nullopt;
  if (!Place || !To || !Start || !From || (Zero && !Fill))
    return std::nullopt;
  Out.Wide = {*Place, *Start, std::to_string(W.Box.Bytes)};
  if (!W.Guards.empty() && !guard(Out.Wide))
    return std::nullopt;
  if (!W.Guards.empty() && !Out.Wide.IsTrue)
    if (std::optional<std::string> Test = opposite(W.Guards.front().first)) {
      Out.Wide.Condition = *Test;
      Out.Wide.IsTrue = true;
    }
  Out.To = onOneLine(*To);
  Out.From = onOneLine(*From);
  Out.Zero = Fill ? onOneLine(*Fill) : "";
  Out.Declared = std::move(Declared);
  return Out;
}

std::optional<WideCopyLines> WideCopyWriter::write(const std::string &Indent,
                                                   bool IsAlone) {
  nameCounters(W.Parts);
  if (Type.isNull())
    Type = Ctx.IntTy;
  int64_t PerRow = W.Box.Columns / W.width(), Total = W.Box.Rows * PerRow;
  int64_t Threads = W.Threads.BlockDim[0] * W.Threads.BlockDim[1];
  if (W.Box.Rows == 1)
    Row = "0";
  else if (Row.empty())
    Row = Names.Row;
  if (PerRow == 1)
    Column = "0";
  else if (Column.empty())
    Column = Names.Column;
  std::string Thread = W.Threads.Number    ? W.Threads.Number->getNameAsString()
                       : W.Threads.isInX() ? "threadIdx.x"
                                           : Names.Thread;
  std::string Block = sizeText(W, W.Threads.BlockDim[0], 0, M, Text, Ctx);
  if (W.Threads.BlockDim[1] > 1)
    Block += " * " + sizeText(W, W.Threads.BlockDim[1], 1, M, Text, Ctx);
  if (llvm::any_of(llvm::split(Block, " * "), [](llvm::StringRef Size) {
        return llvm::all_of(Size, llvm::isDigit);
      }))
    Block = std::to_string(Threads);
  std::string Rows = extent(true), Columns = extent(false);
  std::string Vectors =
      quotient(W.Box.Rows == 1 ? Columns
               : llvm::all_of(Rows + Columns, llvm::isDigit)
                   ? std::to_string(W.Box.Rows * W.Box.Columns)
                   : Rows + " * " + Columns,
               W.width());

  // What stands around the copy.
  WideCopyLines Out;
  Out.RowLength = Columns;
  std::string Inner = Indent, Index = Thread;
  std::string TypeName = spelled(Type, Ctx);
  if (W.Threads.IsAny)
    Block = W.Threads.Dimensions == 1 ? "blockDim.x"
            : W.Threads.Dimensions == 2
                ? "blockDim.x * blockDim.y"
                : "blockDim.x * blockDim.y * blockDim.z";
  if (Total > Threads || W.Threads.IsAny) {
    const std::string Name = indexName();
    Inner += Unit;
    Out.Close = Indent + "}\n";
    bool Whole =
        !W.Threads.IsAny && Total % Threads == 0 && Total / Threads <= 16;
    if (Whole)
      Out.Open = PragmaIndent + "#pragma unroll\n";
    Out.Open += Indent + "for (int " + Name + " = " + (Whole ? "0" : Thread) +
                "; " + Name + " < " + Vectors + "; " + Name + " += " + Block +
                ") {\n";
    Index = Whole ? Name + " + " + Thread : Name;
  } else if (Total < Threads) {
    Inner += Unit;
    Out.Close = Indent + "}\n";
    Out.Open = Indent + "if (" + Thread + " < " + Vectors + ") {\n";
  } else if (!IsAlone) {
    Inner += Unit;
    Out.Close = Indent + "}\n";
    Out.Open = Indent + "{\n";
  }
  auto Grouped = [](const std::string &E) {
    return llvm::StringRef(E).contains(' ') ? "(" + E + ")" : E;
  };
  std::string PerRowText = Grouped(quotient(Columns, W.width()));
  std::string Wide = W.width() == 1 ? "" : " * " + std::to_string(W.width());
  std::string Counters;
  if (W.Box.Rows > 1)
    Counters = Row + " = " +
               (PerRow == 1 ? Index : Grouped(Index) + " / " + PerRowText);
  if (PerRow > 1)
    Counters += std::string(Counters.empty() ? "" : ", ") + Column + " = " +
                (W.Box.Rows == 1 ? Grouped(Index)
                                 : Grouped(Index) + " % " + PerRowText) +
                Wide;
  if (!Counters.empty()) {
    const std::string Declares = Inner + "const " + TypeName + " ";
    if (const size_t Comma = Counters.find(", " + Column + " = ");
        Comma != std::string::npos &&
        Declares.size() + Counters.size() > LongestCounters)
      Counters.replace(Comma, 2, ",\n" + std::string(Declares.size(), ' '));
    Out.Counters = Declares + Counters + ";\n";
  }

  InTile = true;
  std::optional<std::string> To = addressText(Store.Destination, nullptr);
  InTile = false;
  std::optional<std::string> From = addressText(W.Source, W.SourcePointer);
  if (!To || !From)
    return std::nullopt;
  CopyText Copy{*To, *From, std::to_string(W.Box.Bytes)};
  if (!W.Guards.empty() && !guard(Copy))
    return std::nullopt;
  for (auto &[Name, Line] : Declared)
    Out.Declared.emplace_back(Name, Inner + Line + "\n");
  Out.Call = Inner +
             Copies.write(
                 Copy, [&] { return zeroText(*To, W.Box.Bytes); }, Inner) +
             "\n";
  return Out;
}

} // namespace cudapipe
