//===- StageWords.cpp - The size of a stage, in the user's words ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   const size_t operands = (BM * BK + BK * BN) * sizeof(float), ...
//   kernel<<<grid, block, std::max(operands, output)>>>(...);
//
// What a launch adds up is looked through for the least part that is enough,
// and whose names mean the same in the kernel.
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Rewrite/StageWords.h"
#include "Analyze/Pointers/VisibleNames.h"
#include "Builds/TemplateSizes.h"
#include "SourceText.h"
#include "Spelling.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/TripCount.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace cudapipe {
namespace {

/// `Count * sizeof(T)` of a launch.
struct Part {
  const Expr *Count;
  /// Null: Count is in bytes.
  const UnaryExprOrTypeTraitExpr *Element;
  uint64_t Bytes, ElementBytes;
};

class StageWords {
public:
  StageWords(const LoopModel &M, const LaunchSites &Launches,
             const ASTContext &Ctx)
      : M(M), Launches(Launches), Ctx(Ctx), SM(Ctx.getSourceManager()),
        Names(*M.Kernel, SM),
        Text(SM.getFileID(SM.getExpansionLoc(M.Kernel->getLocation())), Ctx) {}

  bool holdEverywhere() const;
  std::optional<StageSize> ofLaunches(uint64_t Least, unsigned Alignment,
                                      bool FromBegin);
  std::optional<StageSize> ofKernel(uint64_t Least, unsigned Alignment) const;
  StageSize asNumber(uint64_t Bytes) const;
  static bool round(StageSize &Size, unsigned Alignment);

private:
  void split(const Expr *E, const UnaryExprOrTypeTraitExpr *Element,
             unsigned Depth = 0);
  void add(const Expr *Count, const UnaryExprOrTypeTraitExpr *Element);
  bool meansTheSame(const Stmt *S) const;
  bool isVisible(const NamedDecl &D) const;

  const LoopModel &M;
  const LaunchSites &Launches;
  const ASTContext &Ctx;
  const SourceManager &SM;
  VisibleNames Names;
  SourceText Text;
  std::vector<Part> Parts;
};

/// No other build, and no other instantiation, has other numbers.
bool StageWords::holdEverywhere() const {
  if (M.Kernel->isTemplateInstantiation() || M.Kernel->isTemplated())
    return false;
  TemplateSizes Sizes(*M.Kernel, Text, Ctx);
  Sizes.add(M.Kernel->getBody());
  if (const auto *Bounds = M.Kernel->getAttr<CUDALaunchBoundsAttr>())
    Sizes.add(Bounds->getMaxThreads());
  return Sizes.isWhole() && Sizes.otherMacro().empty() && Sizes.terms().empty();
}

const UnaryExprOrTypeTraitExpr *sizeOfType(const Expr *E) {
  const auto *Size =
      dyn_cast<UnaryExprOrTypeTraitExpr>(E->IgnoreParenImpCasts());
  return Size && Size->getKind() == UETT_SizeOf && Size->isArgumentType()
             ? Size
             : nullptr;
}

/// \p D, at file scope, is known in front of the loop by its name.
bool StageWords::isVisible(const NamedDecl &D) const {
  const DeclContext *Scope = D.getDeclContext();
  while (Scope->isTransparentContext())
    Scope = Scope->getParent();
  return Scope->isFileContext() && Scope->Encloses(M.Kernel) &&
         SM.isBeforeInTranslationUnit(D.getLocation(),
                                      M.Kernel->getBeginLoc()) &&
         Names.means(D, M.Header.Loop->getBeginLoc());
}

bool StageWords::meansTheSame(const Stmt *S) const {
  // What a macro is made of stands in front of the kernel, as its text does.
  if (S->getBeginLoc().isMacroID() &&
      !SM.isBeforeInTranslationUnit(
          SM.getSpellingLoc(S->getBeginLoc()),
          SM.getExpansionLoc(M.Kernel->getBeginLoc())))
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return isa<VarDecl, EnumConstantDecl>(Ref->getDecl()) &&
           !Ref->hasQualifier() && isVisible(*Ref->getDecl());
  if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(S)) {
    if (!Size->isArgumentType() || Size->getArgumentType()->isDependentType())
      return false;
    QualType Type = Size->getArgumentType();
    if (const auto *Alias = Type->getAs<TypedefType>())
      return isVisible(*Alias->getDecl());
    if (const auto *Tag = Type->getAsTagDecl())
      return isVisible(*Tag);
    return Type->isBuiltinType();
  }
  return isa<IntegerLiteral, ParenExpr, BinaryOperator, CastExpr>(S) &&
         llvm::all_of(S->children(),
                      [&](const Stmt *Child) { return meansTheSame(Child); });
}

/// A name stands in \p S: a bare number says nothing.
bool hasName(const Stmt *S) {
  return S->getBeginLoc().isMacroID() ||
         isa<DeclRefExpr, UnaryExprOrTypeTraitExpr>(S) ||
         llvm::any_of(S->children(), hasName);
}

void StageWords::add(const Expr *Count,
                     const UnaryExprOrTypeTraitExpr *Element) {
  std::optional<int64_t> Value = constantValue(Count, Ctx);
  if (!Value || *Value <= 0 || *Value > (1 << 24) || !hasName(Count) ||
      !meansTheSame(Count) || (Element && !meansTheSame(Element)))
    return;
  uint64_t Bytes =
      Element ? Ctx.getTypeSizeInChars(Element->getArgumentType()).getQuantity()
              : 1;
  Parts.push_back({Count, Element, *Value * Bytes, Bytes});
}

void StageWords::split(const Expr *E, const UnaryExprOrTypeTraitExpr *Element,
                       unsigned Depth) {
  if (Depth > 16 || E->isValueDependent() || E->isTypeDependent())
    return;
  E = E->IgnoreParenImpCasts();
  auto Go = [&](const Expr *Inner) { split(Inner, Element, Depth + 1); };
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return Go(Full->getSubExpr());
  if (const auto *Made = dyn_cast<MaterializeTemporaryExpr>(E))
    return Go(Made->getSubExpr());
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return Go(Cast->getSubExpr());
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (Var && Var->getInit() && isNeverChanged(*Var) &&
        !Var->getType()->isReferenceType())
      Go(Var->getInit());
  } else if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    Go(Choice->getTrueExpr());
    Go(Choice->getFalseExpr());
  } else if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (Callee && Callee->getIdentifier() && Callee->getName() == "max")
      for (const Expr *Arg : Call->arguments())
        Go(Arg);
    return;
  } else if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    if (Op->getOpcode() == BO_Add) {
      Go(Op->getLHS());
      Go(Op->getRHS());
    } else if (Op->getOpcode() == BO_Mul && !Element) {
      if (const auto *Size = sizeOfType(Op->getRHS()))
        return split(Op->getLHS(), Size, Depth + 1);
      if (const auto *Size = sizeOfType(Op->getLHS()))
        return split(Op->getRHS(), Size, Depth + 1);
    }
  }
  add(E, Element);
}

/// \p FromBegin: what all that a launch gives leaves behind the tiles' start.
std::optional<StageSize>
StageWords::ofLaunches(uint64_t Least, unsigned Alignment, bool FromBegin) {
  const TileExtent &Extent = *M.Staged.Dynamic->Extent;
  if (FromBegin && Extent.BeginWords.empty())
    return std::nullopt;
  const uint64_t Before = FromBegin ? Extent.Begin : 0;
  for (const LaunchSite &Site : Launches.Sites)
    if (Site.isLaunch())
      for (const Expr *Size : Site.Sizes)
        split(Size, nullptr);
  // What is more by a quarter is something else.
  const Part *Best = nullptr;
  for (const Part &P : Parts)
    if (P.Bytes >= Least + Before && P.Bytes <= Least + Least / 4 + Before &&
        (!FromBegin || P.ElementBytes == Extent.WordBytes) &&
        (!Best || P.Bytes < Best->Bytes))
      Best = &P;
  if (!Best)
    return std::nullopt;
  auto TextOf = [&](const Expr *E) -> std::string {
    SourceText There(SM.getFileID(SM.getExpansionLoc(E->getBeginLoc())), Ctx);
    return There.text(E).value_or("");
  };
  StageSize Out;
  Out.Bytes = Best->Bytes;
  Out.Count = TextOf(Best->Count);
  Out.ElementBytes = Best->ElementBytes;
  Out.IsConstant = true;
  if (Best->Element)
    Out.Element = TextOf(Best->Element);
  if (Out.Count.empty() || (Best->Element && Out.Element.empty()))
    return std::nullopt;
  auto IsProduct = [&](const Expr *E, llvm::StringRef Text) {
    const auto *Op = dyn_cast<BinaryOperator>(E->IgnoreImpCasts());
    return (Op && Op->getOpcode() == BO_Mul &&
            !Op->getBeginLoc().isMacroID()) ||
           parenthesized(E, Text) == Text;
  };
  Out.IsProduct = IsProduct(Best->Count, Out.Count);
  if (FromBegin) {
    Out.Bytes -= Before;
    Out.Count += " - (" + Extent.BeginWords + ")";
    Out.IsProduct = false;
  }
  if (Out.Bytes % Alignment && !round(Out, Alignment))
    return std::nullopt;
  Out.AtLaunch = Out.IsProduct ? Out.Count : "(" + Out.Count + ")";
  if (!Out.Element.empty())
    Out.AtLaunch += " * " + Out.Element;
  if (FromBegin && !Extent.BeginIsGlobal)
    Out.AtLaunch = std::to_string(Out.Bytes);
  return Out;
}

/// Rounds \p Size up to a multiple of \p Alignment.
bool StageWords::round(StageSize &Size, unsigned Alignment) {
  if (Alignment % Size.ElementBytes)
    return false;
  if (Alignment == Size.ElementBytes)
    return true; // whole elements
  const std::string Unit = std::to_string(Alignment / Size.ElementBytes),
                    Less = std::to_string(Alignment / Size.ElementBytes - 1);
  Size.Bytes = llvm::alignTo(Size.Bytes, Alignment);
  Size.Count = "(" + Size.Count + " + " + Less + ") / " + Unit + " * " + Unit;
  Size.IsProduct = true;
  return true;
}

/// In words that hold whatever the launches give. They may be no constants: of
/// these nvcc has to see that stages are aligned.
std::optional<StageSize> StageWords::ofKernel(uint64_t Least,
                                              unsigned Alignment) const {
  const TileExtent &Extent = *M.Staged.Dynamic->Extent;
  if (Extent.Words.empty())
    return std::nullopt;
  StageSize Out;
  Out.Bytes = Least;
  Out.Count = Extent.Words;
  Out.ElementBytes = Extent.WordBytes;
  Out.Element = Extent.WordBytes == 1 ? "" : std::to_string(Extent.WordBytes);
  Out.IsConstant = Extent.WordsAreConstant;
  if ((!Out.IsConstant || Least % Alignment) && !round(Out, Alignment))
    return std::nullopt;
  // What launches give comes from there: the number would be that of today.
  if (!Extent.IsOfLaunches)
    Out.AtLaunch = std::to_string(Out.Bytes);
  return Out;
}

StageSize StageWords::asNumber(uint64_t Bytes) const {
  StageSize Out;
  Out.Bytes = Bytes;
  Out.Count = Out.AtLaunch = std::to_string(Bytes);
  Out.IsProduct = Out.IsConstant = true;
  return Out;
}

} // namespace

std::optional<StageSize> spellStageSize(const LoopModel &M,
                                        const LaunchSites &Launches,
                                        uint64_t Least, unsigned Alignment,
                                        const ASTContext &Ctx) {
  StageWords Words(M, Launches, Ctx);
  if (!Words.holdEverywhere())
    return std::nullopt;
  // A part of a launch that comes to as much need not be what lies behind the
  // start of the tiles.
  const TileExtent &Extent = *M.Staged.Dynamic->Extent;
  const bool IsMiddle = Extent.Begin && Extent.OthersEnd > Extent.End;
  if (!IsMiddle)
    if (auto Out = Words.ofLaunches(Least, Alignment, /*FromBegin=*/false))
      return Out;
  if (std::optional<StageSize> Out = Words.ofKernel(Least, Alignment))
    return Out;
  if (IsMiddle)
    if (auto Out = Words.ofLaunches(Least, Alignment, /*FromBegin=*/true))
      return Out;
  if (M.Staged.Dynamic->Extent->IsOfLaunches)
    return std::nullopt;
  return Words.asNumber(llvm::alignTo(Least, Alignment));
}

} // namespace cudapipe
