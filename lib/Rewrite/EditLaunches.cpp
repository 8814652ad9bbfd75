//===- EditLaunches.cpp - More shared memory ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   More shared memory
//   Sizes that are arguments of macros
//   Static tiles that become dynamic, at the launch
//   More than 48 KB must be asked for
//
//===----------------------------------------------------------------------===//

#include "LaunchEditor.h"
#include "Layout.h"
#include "Spelling.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/ConstantInt.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TripCount.h"
#include "cudapipe/Builds/Configurations.h"
#include "cudapipe/Frontend/UserFiles.h"
#include "cudapipe/Plan/SharedMemory.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Regex.h"

using namespace clang;

namespace cudapipe {

//===- More shared memory -----------------------------------------------===//

namespace {

std::optional<uint64_t> constantOf(const Expr *E, const ASTContext &Ctx) {
  Expr::EvalResult Result;
  if (E->isValueDependent() || E->isTypeDependent())
    return std::nullopt;
  if (!E->EvaluateAsInt(Result, Ctx))
    return knownValue(E, Ctx);
  const llvm::APSInt &Value = Result.Val.getInt();
  if (Value.isNegative() || !Value.isRepresentableByInt64())
    return std::nullopt;
  return Value.getExtValue();
}

/// The value that \p Var starts with, out of the braces of `int n{4};`.
const Expr *startOf(const VarDecl &Var) {
  const Expr *Init = Var.getInit();
  if (const auto *List = dyn_cast<InitListExpr>(Init->IgnoreImplicit()))
    return List->getNumInits() == 1 ? List->getInit(0) : nullptr;
  if (const auto *List = dyn_cast<ParenListExpr>(Init))
    return List->getNumExprs() == 1 ? List->getExpr(0) : nullptr;
  return Init;
}

/// A product of factors only: `2 * ` may stand in front of it as it is.
bool isPlainProduct(const Expr *E) {
  E = E->IgnoreImpCasts();
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op)
    return !isa<AbstractConditionalOperator, CXXOperatorCallExpr>(E);
  return Op->getOpcode() == BO_Mul && isPlainProduct(Op->getLHS());
}

} // namespace

LaunchEditor::LaunchEditor(const LaunchSites &Launches, const LaunchWish &Wish,
                           const UnseenTiles *Unseen,
                           const FunctionDecl &Kernel, const ASTContext &Ctx)
    : Launches(Launches), Wish(Wish), Unseen(Unseen), Kernel(Kernel), Ctx(Ctx),
      SM(Ctx.getSourceManager()), Text(SM.getMainFileID(), Ctx) {}

Rejection LaunchEditor::reject(const LaunchSite &Site,
                               const llvm::Twine &Why) const {
  return {RejectionKind::LaunchOutOfSight, Site.At->getSourceRange(),
          Why.str()};
}

void LaunchEditor::edit(TextRange R, std::string New) {
  std::string File =
      canonicalPath(SM.getFileEntryRefForID(Text.file())->getName(), SM);
  LaunchEdits::Edit E{File, R.Begin, R.End, std::move(New)};
  if (!llvm::is_contained(Out.Edits, E) && Text.text(R) != E.Text)
    Out.Edits.push_back(std::move(E));
}

std::optional<NewSize> LaunchEditor::scaled(const Expr *Size) {
  std::optional<TextRange> R = Text.range(Size);
  if (!R)
    return std::nullopt;
  std::string Old = Text.text(*R).str();
  std::optional<uint64_t> Bytes = constantOf(Size, Ctx);
  if (Bytes && *Bytes == 0)
    return NewSize{Old, 0, true};
  NewSize New;
  New.Stable = Bytes.has_value();
  uint64_t A = Wish.Alignment;
  std::string Stages = std::to_string(Wish.Stages) + " * ";
  if (isMultipleOf(Size, A, Ctx)) {
    New.Text = Stages + (isPlainProduct(Size) ? Old : "(" + Old + ")");
  } else {
    std::string Sum = Old;
    const auto *Op = dyn_cast<BinaryOperator>(Size->IgnoreImpCasts());
    if (parenthesized(Size, Old) != Old &&
        !(Op && (Op->isMultiplicativeOp() || Op->isAdditiveOp())))
      Sum = "(" + Old + ")";
    // A quotient of floating point numbers rounds up nothing.
    if (Size->IgnoreImpCasts()->getType()->isRealFloatingType())
      Sum = "size_t(" + Old + ")";
    New.Text =
        llvm::formatv("{0}(({1} + {2}) / {3} * {3})", Stages, Sum, A - 1, A);
  }
  if (Bytes)
    New.Bytes = Wish.Stages * llvm::alignTo(*Bytes, A);
  return New;
}

/// What a launch that gives \p Now bytes will give.
uint64_t LaunchEditor::bytesFor(uint64_t Now) const {
  return Wish.Kind == LaunchWish::Extend
             ? std::max(Now + Wish.More, Wish.Least)
             : Wish.Stages * llvm::alignTo(Now, Wish.Alignment);
}

namespace {

/// The two of which \p E is the greater one: `a > b ? a : b`, `max(a, b)`.
std::optional<std::pair<const Expr *, const Expr *>>
greaterOf(const Expr *E, const ASTContext &Ctx) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (Callee && Callee->getIdentifier() && Callee->getName() == "max" &&
        Call->getNumArgs() == 2)
      return std::pair(Call->getArg(0), Call->getArg(1));
    return std::nullopt;
  }
  const auto *Choice = dyn_cast<ConditionalOperator>(E);
  const auto *Test =
      Choice
          ? dyn_cast<BinaryOperator>(Choice->getCond()->IgnoreParenImpCasts())
          : nullptr;
  if (!Test || !Test->isRelationalOp())
    return std::nullopt;
  auto IsSame = [&](const Expr *A, const Expr *B) {
    const VarDecl *Var = namedVariable(A);
    return Var && Var == namedVariable(B);
  };
  const bool Less = Test->getOpcode() == BO_LT || Test->getOpcode() == BO_LE;
  const Expr *Big = Less ? Test->getRHS() : Test->getLHS(),
             *Small = Less ? Test->getLHS() : Test->getRHS();
  if (IsSame(Big, Choice->getTrueExpr()) &&
      IsSame(Small, Choice->getFalseExpr()))
    return std::pair(Choice->getTrueExpr(), Choice->getFalseExpr());
  return std::nullopt;
}

} // namespace

/// What the part \p E of a size is with the tiles in it Stages times, in units
/// of \p Unit bytes:
///
///   (BM * BK + 1) * sizeof(float)              (2 * BM * BK + 1) *
///   sizeof(float) operands > output ? operands : output      2 * operands >
///   output ? ...
std::optional<uint64_t>
LaunchEditor::withStages(const Expr *E, uint64_t Unit,
                         std::vector<TextEdit> &Edits) const {
  E = E->IgnoreImplicit()->IgnoreParens()->IgnoreImplicit();
  std::optional<uint64_t> Now = constantOf(E, Ctx);
  if (!Now)
    return std::nullopt;
  auto Scale = [&](const Expr *Part) {
    std::optional<TextRange> R = Text.range(Part);
    if (R)
      Edits.push_back({*R, std::to_string(Wish.Stages) + " * " +
                               (isPlainProduct(Part)
                                    ? Text.text(*R).str()
                                    : parenthesized(Part, Text.text(*R)))});
    return R.has_value();
  };
  if (*Now * Unit == Wish.StageBytes)
    return Scale(E) ? std::optional(*Now * Wish.Stages) : std::nullopt;
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return withStages(Cast->getSubExpr(), Unit, Edits);
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    const Expr *Left = Op->getLHS(), *Right = Op->getRHS();
    if (Op->getOpcode() == BO_Add)
      for (auto [Part, Rest] : {std::pair(Left, Right), std::pair(Right, Left)})
        if (std::optional<uint64_t> More = withStages(Part, Unit, Edits))
          return *More + constantOf(Rest, Ctx).value_or(0);
    if (Op->getOpcode() == BO_Mul)
      for (auto [Part, Size] : {std::pair(Left, Right), std::pair(Right, Left)})
        if (isa<UnaryExprOrTypeTraitExpr>(Size->IgnoreParenImpCasts()))
          if (std::optional<uint64_t> Bytes = constantOf(Size, Ctx))
            if (std::optional<uint64_t> More =
                    withStages(Part, Unit * *Bytes, Edits))
              return *More * *Bytes;
    return std::nullopt;
  }
  std::optional<std::pair<const Expr *, const Expr *>> Two = greaterOf(E, Ctx);
  // What goes on from the last stage lies behind the others.
  if (!Two || Wish.More)
    return std::nullopt;
  for (auto [Part, Rest] : {*Two, std::pair(Two->second, Two->first)}) {
    std::optional<uint64_t> Other = constantOf(Rest, Ctx);
    std::optional<uint64_t> More =
        Other ? withStages(Part, Unit, Edits) : std::nullopt;
    if (!More)
      continue;
    // The condition names it too.
    if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
      const auto *Test =
          cast<BinaryOperator>(Choice->getCond()->IgnoreParenImpCasts());
      for (const Expr *Side : {Test->getLHS(), Test->getRHS()})
        if (namedVariable(Side) == namedVariable(Part) && !Scale(Side))
          return std::nullopt;
    }
    return std::max(*More, *Other);
  }
  return std::nullopt;
}

/// \p Size as it is, if it is enough, or with room for the further stages.
/// \p Alone: nothing stands beside it.
std::optional<NewSize> LaunchEditor::extended(const Expr *Size, bool Alone) {
  std::optional<TextRange> R = Text.range(Size);
  std::optional<uint64_t> Bytes = constantOf(Size, Ctx);
  if (Bytes && dependsOnConfiguration(*Size, Kernel, Ctx))
    Bytes = std::nullopt;
  if (Bytes && (*Bytes == 0 || bytesFor(*Bytes) == *Bytes))
    return NewSize{R ? Text.text(*R).str() : "", *Bytes, true, true};
  if (!R)
    return std::nullopt;
  if (Bytes && (*Bytes == Wish.StageBytes || Wish.StageText.empty()) &&
      Wish.Stages * *Bytes >= bytesFor(*Bytes))
    return scaled(Size);
  if (std::vector<TextEdit> Edits; Bytes && Wish.HasParts)
    if (std::optional<uint64_t> New = withStages(Size, 1, Edits);
        New && *New >= bytesFor(*Bytes))
      if (std::optional<std::string> Sum = Text.edited(*R, std::move(Edits)))
        return NewSize{*Sum, *New, true};
  std::string Old = Text.text(*R).str();
  std::string Stage =
      Wish.StageText.empty() ? std::to_string(Wish.StageBytes) : Wish.StageText;
  auto Times = [&](unsigned N) {
    return N == 1 ? Stage : std::to_string(N) + " * " + Stage;
  };
  // Only stages that start at the first byte end at as many times their size.
  if (const uint64_t AllBytes = Wish.Stages * Wish.StageBytes;
      Bytes && !Wish.More && Wish.HasParts && AllBytes >= Wish.Least) {
    std::string All = Times(Wish.Stages), Now = parenthesized(Size, Old);
    if (isa<IntegerLiteral>(Size->IgnoreParenImpCasts()))
      return NewSize{All, AllBytes, true};
    std::string Choice = Now + " > " + All + " ? " + Now + " : " + All;
    return NewSize{Alone ? Choice : "(" + Choice + ")",
                   std::max(*Bytes, AllBytes), true};
  }
  const auto *Op = dyn_cast<BinaryOperator>(Size->IgnoreImpCasts());
  if (!(Op && (Op->isMultiplicativeOp() || Op->isAdditiveOp())))
    Old = parenthesized(Size, Old);
  if (Size->IgnoreImpCasts()->getType()->isRealFloatingType())
    Old = "size_t(" + Old + ")";
  const uint64_t Further = (Wish.Stages - 1) * Wish.StageBytes;
  if (Bytes && *Bytes + Further < bytesFor(*Bytes))
    return NewSize{std::to_string(bytesFor(*Bytes)), bytesFor(*Bytes), true};
  return NewSize{Old + " + " + Times(Wish.Stages - 1),
                 Bytes ? std::optional(*Bytes + Further) : std::nullopt,
                 Bytes.has_value()};
}

std::optional<NewSize> LaunchEditor::editSize(const Expr *Size) {
  const VarDecl *Var = namedVariable(Size);
  if (Var && Launches.holdsSize(Var))
    if (const Expr *Start = startOf(*Var))
      if (std::optional<NewSize> New = resized(Start, /*Alone=*/true)) {
        if (!New->IsAsNow)
          edit(*Text.range(Start), New->Text);
        return NewSize{Var->getNameAsString(), New->Bytes, true, New->IsAsNow};
      }
  std::optional<NewSize> New = resized(Size, /*Alone=*/false);
  if (New && !New->IsAsNow)
    edit(*Text.range(Size), New->Text);
  return New;
}

std::optional<Rejection> LaunchEditor::checkLimit(const LaunchSite &Site,
                                                  const NewSize &Size) const {
  if (!Size.Bytes)
    return std::nullopt;
  uint64_t Total = *Size.Bytes + Wish.StaticBytes;
  auto TooMuch = [&](std::string Why) {
    return Rejection{RejectionKind::SharedMemoryLimit,
                     Site.At->getSourceRange(), std::move(Why)};
  };
  if (uint64_t Limit = maxSharedBytesPerBlock(Wish.SmVersion); Total > Limit) {
    std::string Static =
        Wish.StaticBytes
            ? llvm::formatv(" and {0} static", Wish.StaticBytes).str()
            : "";
    return TooMuch(llvm::formatv("{0} bytes dynamic{1} with {2} stages, sm_{3} "
                                 "allows a block {4}",
                                 *Size.Bytes, Static, Wish.Stages,
                                 Wish.SmVersion, Limit));
  }
  std::string Why = whyNotResident(Total, Wish.MinBlocks, Wish.SmVersion);
  return Why.empty() || !Site.isLaunch() ? std::nullopt
                                         : std::optional(TooMuch(Why));
}

/// The constant \p Size need not change.
bool LaunchEditor::isEnough(const Expr *Size) const {
  std::optional<uint64_t> Bytes = constantOf(Size, Ctx);
  return Wish.Kind == LaunchWish::Extend && Bytes &&
         bytesFor(*Bytes) == *Bytes &&
         !dependsOnConfiguration(*Size, Kernel, Ctx);
}

/// Says which tests around \p Site still see the old value of \p Size, which
/// was edited where the launch names it.
void LaunchEditor::nameChecks(const Expr *Size, const LaunchSite &Site) {
  const VarDecl *Var = namedVariable(Size);
  if (!Site.Host || !Site.Host->getBody() || (Var && Launches.holdsSize(Var)))
    return;
  const std::optional<std::string> Spelled = Text.text(Size);
  auto IsSize = [&](const Expr *E) {
    return Var ? namedVariable(E) == Var
               : Spelled && Text.text(E->IgnoreParenImpCasts()) == Spelled;
  };
  auto Visit = [&](auto &&Self, const Stmt *S) -> void {
    const auto *Op = dyn_cast_or_null<BinaryOperator>(S);
    if (Op && Op->isRelationalOp() &&
        (IsSize(Op->getLHS()) || IsSize(Op->getRHS()))) {
      std::string Remark = llvm::formatv(
          "line {0} tests the size that '{1}' was launched with before",
          SM.getExpansionLineNumber(Op->getBeginLoc()), name());
      if (!llvm::is_contained(Out.Remarks, Remark))
        Out.Remarks.push_back(std::move(Remark));
    }
    if (S)
      for (const Stmt *Child : S->children())
        Self(Self, Child);
  };
  Visit(Visit, Site.Host->getBody());
}

/// The attribute is a constant that is enough for all launches as they will
/// be: a round number, or the most that the device allows.
bool LaunchEditor::coversLaunches(const Expr *AttributeSize) {
  std::optional<uint64_t> Allowed = constantOf(AttributeSize, Ctx);
  return Allowed && llvm::all_of(Launches.Sites, [&](const LaunchSite &Site) {
           return !Site.isLaunch() ||
                  llvm::all_of(Site.Sizes, [&](const Expr *Size) {
                    std::optional<uint64_t> Now = constantOf(Size, Ctx);
                    return Now && bytesFor(*Now) <= *Allowed;
                  });
         });
}

/// The attribute is as many times as large as the launches: a constant, the
/// most that the device allows, or the size of a launch in the same words. Of
/// what is worked out for the limit itself, such as `optin - reserved`, the
/// device does not allow a multiple.
const FunctionDecl *runForSize(const VarDecl *Size) {
  const Expr *Init = Size && Size->isLocalVarDecl() && isNeverChanged(*Size)
                         ? Size->getInit()
                         : nullptr;
  const auto *Call =
      Init ? dyn_cast<CallExpr>(Init->IgnoreImplicit()) : nullptr;
  return Call ? calledFunction(*Call) : nullptr;
}

/// All that \p S returns is \p Var.
static bool returnsOnly(const Stmt *S, const VarDecl *Var) {
  if (const auto *Return = dyn_cast_or_null<ReturnStmt>(S))
    return Return->getRetValue() && namedVariable(Return->getRetValue()) == Var;
  return !S || isa<LambdaExpr>(S) ||
         llvm::all_of(S->children(), [&](const Stmt *Child) {
           return returnsOnly(Child, Var);
         });
}

/// \p Size is a variable that a function has returned, as \p Asked.
static bool comesFrom(const VarDecl *Size, const VarDecl *Asked) {
  const FunctionDecl *Function = Asked ? runForSize(Size) : nullptr;
  return Function && Asked->getDeclContext() == Function &&
         isNeverChanged(*Asked) && returnsOnly(Function->getBody(), Asked);
}

bool LaunchEditor::followsLaunches(const LaunchSite &Attribute) const {
  auto Spelled = [&](const Expr *E) {
    return Lexer::getSourceText(
        CharSourceRange::getTokenRange(
            SM.getExpansionRange(E->getSourceRange()).getAsRange()),
        SM, Ctx.getLangOpts());
  };
  auto IsSame = [&](const Expr *One, const Expr *Other) {
    const VarDecl *Var = namedVariable(One);
    return Var ? Var == namedVariable(Other) ||
                     comesFrom(namedVariable(Other), Var)
               : Spelled(One) == Spelled(Other);
  };
  return llvm::all_of(Attribute.Sizes, [&](const Expr *Asked) {
    return constantOf(Asked, Ctx) ||
           llvm::any_of(Launches.Sites, [&](const LaunchSite &Site) {
             return Site.isLaunch() &&
                    llvm::any_of(Site.Sizes, [&](const Expr *Size) {
                      return IsSame(Asked, Size);
                    });
           });
  });
}

std::optional<Rejection> LaunchEditor::scale(const LaunchSite &Site) {
  if (Site.Kind == LaunchSite::Attribute && !followsLaunches(Site))
    return std::nullopt;
  // Twice nothing is one stage for all. As it stands, the kernel stores where
  // it has no memory, which may go well.
  if (Site.isLaunch() && llvm::all_of(Site.Sizes, [&](const Expr *Size) {
        return constantOf(Size, Ctx) == 0u;
      }))
    return reject(Site, "this launch gives no dynamic shared memory, and the "
                        "loop stores to it");
  NewSize Largest{"", 0, true};
  bool IsAsNow = !Site.Sizes.empty();
  for (const Expr *Size : Site.Sizes) {
    if (Site.Kind == LaunchSite::Attribute && coversLaunches(Size))
      continue;
    if (!isEnough(Size) && isUsedOtherwise(Size, Site))
      return reject(Site, "the size of this launch is an argument of a macro, "
                          "which uses it for something else as well");
    std::optional<NewSize> New = editSize(Size);
    if (!New)
      return reject(Site, "the size of this launch is spelled by a macro");
    if (New->IsAsNow)
      continue;
    IsAsNow = false;
    nameChecks(Size, Site);
    if (std::optional<Rejection> Why = checkLimit(Site, *New))
      return Why;
    Largest.Text = New->Text;
    Largest.Stable &= New->Stable;
    if (New->Bytes && Largest.Bytes)
      Largest.Bytes = std::max(*Largest.Bytes, *New->Bytes);
    else
      Largest.Bytes = std::nullopt;
  }
  if (Site.Kind == LaunchSite::Attribute || Largest.Bytes == 0u || IsAsNow)
    return std::nullopt;
  if (Site.Kind == LaunchSite::Config) {
    Largest.Text = Site.ConfigVar->getNameAsString() + ".dynamicSmemBytes";
    Largest.Stable = false;
  }
  // An occupancy question is answered with 0 blocks above the limit.
  return raiseLimit(Site, Largest);
}

std::optional<Rejection> LaunchEditor::editSite(const LaunchSite &Site) {
  if (Wish.MoreThreads)
    if (std::optional<Rejection> Why = addThreads(Site))
      return Why;
  if (Wish.Kind == LaunchWish::Keep)
    return std::nullopt;
  return Wish.Kind == LaunchWish::Add ? add(Site) : scale(Site);
}

OrRejection<LaunchEdits> LaunchEditor::run() {
  if (!Launches.allInSight()) {
    std::string Must =
        llvm::formatv("{0} times what it passes now", Wish.Stages);
    // What is more than any element's alignment, nobody expects.
    if (constexpr unsigned Usual = 128;
        Wish.Kind == LaunchWish::Scale && Wish.Alignment > Usual)
      Must += llvm::formatv(", rounded up to a multiple of {0} bytes first,",
                            Wish.Alignment);
    if (Wish.Kind == LaunchWish::Extend)
      Must = Wish.More
                 ? llvm::formatv("{0} bytes more than now", Wish.More).str()
                 : llvm::formatv("at least {0} bytes", Wish.Least).str();
    if (Wish.Kind == LaunchWish::Add) {
      std::optional<uint64_t> Bytes = bytesOfTiles(&Kernel);
      Must = Bytes ? llvm::formatv("{0} bytes", *Bytes).str()
                   : "room for the stages";
    }
    Must += " of dynamic shared memory";
    if (Wish.MoreThreads) {
      const std::string Threads =
          llvm::formatv("blocks of one dimension, whole warps, with {0} "
                        "threads more than now",
                        Wish.MoreThreads);
      Must = Wish.Kind == LaunchWish::Keep ? Threads : Threads + " and " + Must;
    }
    const OutOfSight &First = Launches.Hidden.front();
    if (!Wish.AssumeUpdated)
      return Rejection{RejectionKind::LaunchOutOfSight, First.Where,
                       First.Why + "; who launches it must pass " + Must +
                           ", and --assume-launch-updated says that they do"};
    Out.Remarks.push_back("launch '" + name() + "' with " + Must +
                          " where this run does not see it: " + First.Why);
  }
  for (const LaunchSite &Site : Launches.Sites) {
    SourceLocation Place = SM.getExpansionLoc(Site.At->getBeginLoc());
    if (FileID File = SM.getFileID(Place); File != Text.file())
      Text = SourceText(File, Ctx);
    if (std::optional<Rejection> Why = editSite(Site))
      return *Why;
  }
  llvm::sort(Out.Edits);
  return std::move(Out);
}

OrRejection<LaunchEdits> editLaunches(const LaunchSites &Launches,
                                      const LaunchWish &Wish,
                                      const FunctionDecl &Kernel,
                                      const ASTContext &Ctx,
                                      const UnseenTiles *Unseen) {
  return LaunchEditor(Launches, Wish, Unseen, Kernel, Ctx).run();
}

//===- Sizes that are arguments of macros -------------------------------===//
// The text of an argument stands wherever the macro puts it:
//
//   #define LAUNCH(kernel, bytes) kernel<<<1, 64, bytes>>>(A, bytes / 4)

namespace {

/// Calls \p Do for what \p S consists of, down to names and numbers.
void forEachLeaf(const Stmt *S, llvm::function_ref<void(const Stmt *)> Do) {
  if (!S)
    return;
  // `if (bytes > 48 * 1024)`: what is compared may follow the size.
  const auto *Op = dyn_cast<BinaryOperator>(S);
  if (Op && Op->isRelationalOp())
    return;
  if (S->children().empty())
    return Do(S);
  for (const Stmt *Child : S->children())
    forEachLeaf(Child, Do);
}

} // namespace

bool LaunchEditor::isUsedOtherwise(const Expr *Size,
                                   const LaunchSite &Site) const {
  if (!Size->getBeginLoc().isMacroID())
    return false;
  std::optional<TextRange> Range = Text.range(Size);
  if (!Range)
    return false; // no text to edit
  if (!Site.Host || !Site.Host->getBody())
    return true;
  std::set<SourceLocation> AsSize;
  auto Know = [&](const Stmt *Leaf) { AsSize.insert(Leaf->getBeginLoc()); };
  forEachLeaf(Size, Know);
  for (const LaunchSite &Other : Launches.Sites)
    for (const Expr *Given : Other.Sizes)
      forEachLeaf(Given, Know);
  bool Out = false;
  forEachLeaf(Site.Host->getBody(), [&](const Stmt *Leaf) {
    auto [File, At] = SM.getDecomposedLoc(SM.getFileLoc(Leaf->getBeginLoc()));
    Out |= Leaf->getBeginLoc().isMacroID() && File == Text.file() &&
           At >= Range->Begin && At < Range->End &&
           !AsSize.count(Leaf->getBeginLoc());
  });
  return Out;
}

//===- Static tiles that become dynamic, at the launch ------------------===//
//   __shared__ T As[BM][BK], Bs[BK][BN];      2 * (BM * 8 + 8 * BN) * sizeof(T)
//
// where the launch names `kernel<float, 8>`: template parameters become the
// launch's arguments, and where a name means nothing there, the number of bytes
// stands instead.

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
    First = nameSize(Site, *Size);
    if (std::optional<Rejection> Why = addArgument(Site, *Size))
      return Why;
  }
  return raiseLimit(Site, *Size, First);
}

/// Gives \p Size a name where the launch and the limit need it, which it is
/// from then on; returns the declaration, if it is not there yet.
std::string LaunchEditor::nameSize(const LaunchSite &Site, NewSize &Size) {
  constexpr size_t ShortSize = 24;
  const auto *Block = Site.Around.empty()
                          ? nullptr
                          : dyn_cast<CompoundStmt>(Site.Around.back());
  const bool IsAsked =
      !Size.Bytes || *Size.Bytes + Wish.StaticBytes > MaxStaticSharedBytes;
  if (!Block || !IsAsked || Size.Text.size() <= ShortSize ||
      Site.Kind != LaunchSite::Chevron || Site.At->getBeginLoc().isMacroID() ||
      llvm::any_of(Site.Around,
                   [](const Stmt *Outer) { return isa<SwitchStmt>(Outer); }))
    return "";
  // `goto Error;` may not pass over what is initialized.
  if (Site.Host && holds(Site.Host->getBody(), [](const Stmt &At) {
        return isa<LabelStmt, GotoStmt, IndirectGotoStmt>(At);
      }))
    return "";
  const unsigned Begin = SM.getFileOffset(Site.At->getBeginLoc());
  if (!Text.text({Text.lineStart(Begin), Begin}).trim().empty())
    return "";
  for (const auto &[Other, Said] : Inserted) {
    llvm::StringRef Known = Said;
    const llvm::StringRef Value = StringRef(Size.Text).split(" /* ").first;
    if (Known.consume_front("const size_t ") &&
        Known.contains((" = " + Value + ";").str()) &&
        llvm::is_contained(Site.Around, Other)) {
      Size.Text = Known.split(' ').first.str();
      return "";
    }
  }
  std::string Name = "shared_bytes";
  for (unsigned I = 2;
       Text.code().contains(Name) ||
       llvm::any_of(Inserted,
                    [&](const auto &Other) {
                      return StringRef(Other.second)
                          .starts_with("const size_t " + Name + " ");
                    });
       ++I)
    Name = "shared_bytes" + std::to_string(I);
  auto [Value, Note] = llvm::StringRef(Size.Text).split(" /* ");
  std::string Out = ("const size_t " + Name + " = " + Value + ";").str();
  if (Note.consume_back(" */"))
    Out += (" // " + Note).str();
  Size.Text = Name;
  return Out;
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

/// A launch may be as long as other lines of its file are.
static size_t longestLaunch(llvm::StringRef Code) {
  constexpr size_t Longest = 120;
  size_t Out = LineLimit;
  for (llvm::StringRef Line : llvm::split(Code, '\n'))
    Out = std::max(Out, std::min(Line.rtrim().size(), Longest));
  return Out;
}

/// Puts \p Size in place of \p R, or as a new argument behind it if R is empty;
/// on a line of its own where it would not fit.
void LaunchEditor::editArgument(const LaunchSite &Site, TextRange R,
                                llvm::StringRef Size) {
  bool New = R.Begin == R.End;
  const size_t Limit = longestLaunch(Text.code());
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
        Below + Size.size() <= Limit)
      Indent = Below;
  const size_t Least = 4 + Text.indentAt(R.Begin).size();
  std::string Break = " ";
  const size_t Behind = Text.code()
                            .substr(R.End)
                            .take_until([](char C) { return C == '\n'; })
                            .size();
  if (Column + Size.size() + strlen(", >>>(") > Limit ||
      (Column + Size.size() + strlen(", ") + Behind > Limit &&
       Least + Size.size() + Behind <= Limit)) {
    if (Indent + Size.size() + Behind > Limit)
      Indent = Least;
    Break = "\n" + std::string(Indent, ' ');
  }
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

//===- More than 48 KB must be asked for --------------------------------===//
// Rule: CUDA C++ Programming Guide, "Shared Memory" of compute capability 7.x:
// a block that uses more than 48 KB must be dynamic and must opt in with
// cudaFuncSetAttribute().

namespace {

/// `smem > 48 * 1024` and the like, where nothing up to 48 KB passes.
bool asksForMoreThanLimit(const Expr *Cond, const ASTContext &Ctx) {
  const auto *Op = dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts());
  if (!Op || (Op->getOpcode() != BO_GT && Op->getOpcode() != BO_GE))
    return false;
  Expr::EvalResult Limit;
  const Expr *Right = Op->getRHS();
  return !Right->isValueDependent() && Right->EvaluateAsInt(Limit, Ctx) &&
         clampedValue(Limit.Val.getInt()) <= int64_t(MaxStaticSharedBytes);
}

/// \p Inner is run whenever \p Outer is, if \p Outer is left at its end.
bool alwaysRuns(const Stmt *Outer, const Stmt *Inner, const VarDecl *Size,
                const ASTContext &Ctx) {
  if (const auto *If = dyn_cast<IfStmt>(Outer)) {
    if (If->getCond() == Inner)
      return true;
    const auto *Cond =
        dyn_cast<BinaryOperator>(If->getCond()->IgnoreParenImpCasts());
    return Size && If->getThen() == Inner && Cond &&
           namedVariable(Cond->getLHS()) == Size &&
           asksForMoreThanLimit(Cond, Ctx);
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(Outer))
    return !Op->isLogicalOp() || Op->getLHS() == Inner;
  if (const auto *Case = dyn_cast<SwitchCase>(Outer))
    return Case->getSubStmt() == Inner;
  return isa<CompoundStmt, DoStmt, DeclStmt, ReturnStmt>(Outer) ||
         (isa<Expr>(Outer) &&
          !isa<LambdaExpr, AbstractConditionalOperator>(Outer));
}

/// True if \p Outer, the parent of \p S, takes one statement.
bool isBranch(const Stmt *Outer, const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(Outer))
    return If->getThen() == S || If->getElse() == S;
  if (const auto *For = dyn_cast<ForStmt>(Outer))
    return For->getBody() == S;
  if (const auto *For = dyn_cast<CXXForRangeStmt>(Outer))
    return For->getBody() == S;
  if (const auto *While = dyn_cast<WhileStmt>(Outer))
    return While->getBody() == S;
  if (const auto *Do = dyn_cast<DoStmt>(Outer))
    return Do->getBody() == S;
  return false;
}

/// Who comes to \p To in \p Block has come by \p From: nobody jumps between.
bool leadsTo(const CompoundStmt &Block, const Stmt *From, const Stmt *To) {
  const auto *At = llvm::find(Block.body(), From);
  if (At == Block.body_end())
    return false;
  for (++At; At != Block.body_end(); ++At) {
    if (isa<SwitchCase, LabelStmt>(*At))
      return false;
    if (*At == To)
      return true;
  }
  return false;
}

/// A case behind a statement in \p Block need not come by it.
bool isSwitchBody(const Stmt *Block, llvm::ArrayRef<const Stmt *> Around) {
  const auto *At = llvm::find(Around, Block);
  return At != Around.begin() && isa<SwitchStmt>(At[-1]);
}

/// \p S is evaluated anew each time that \p Outer, a loop, comes round.
bool isLoopHeader(const Stmt *Outer, const Stmt *S) {
  if (const auto *For = dyn_cast<ForStmt>(Outer))
    return For->getInit() != S && For->getBody() != S;
  return isa<WhileStmt, DoStmt, CXXForRangeStmt>(Outer) && !isBranch(Outer, S);
}

/// A name of several functions is no argument for a template that takes any.
bool isOverloaded(const FunctionDecl &Kernel) {
  auto One = [](const FunctionDecl *F) {
    if (const FunctionTemplateDecl *Template = F->getPrimaryTemplate())
      F = Template->getTemplatedDecl();
    return F->getCanonicalDecl();
  };
  return llvm::any_of(
      Kernel.getDeclContext()->getRedeclContext()->lookup(Kernel.getDeclName()),
      [&](const NamedDecl *D) {
        const FunctionDecl *Other = D->getUnderlyingDecl()->getAsFunction();
        return Other && One(Other) != One(&Kernel);
      });
}

} // namespace

/// The kernel, spelled so that cudaFuncSetAttribute() knows which is meant.
std::optional<std::string>
LaunchEditor::kernelName(const LaunchSite &Site) const {
  std::optional<std::string> Spelled = Text.text(Site.Name);
  if (!Spelled || namedVariable(Site.Name))
    return Spelled;
  const FunctionDecl *Callee = Site.Kernel ? Site.Kernel : &Kernel;
  const FunctionTemplateDecl *Template = Callee->getPrimaryTemplate();
  if (!Template)
    Template = Callee->getDescribedFunctionTemplate();
  if (!Template)
    return Spelled;
  unsigned Given = 0;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Site.Name))
    Given = Ref->getNumTemplateArgs();
  else if (const auto *Lookup = dyn_cast<OverloadExpr>(Site.Name))
    Given = Lookup->getNumTemplateArgs();
  if (Given >= Template->getTemplateParameters()->getMinRequiredArguments())
    return Spelled;
  // Deduced from the launch's arguments.
  const TemplateArgumentList *Deduced =
      Site.Kernel ? Site.Kernel->getTemplateSpecializationArgs() : nullptr;
  if (!Deduced)
    return std::nullopt;
  PrintingPolicy Policy(Ctx.getLangOpts());
  Policy.adjustForCPlusPlus();
  std::string Args;
  llvm::raw_string_ostream OS(Args);
  printTemplateArgumentList(OS, Deduced->asArray(), Policy);
  return llvm::StringRef(*Spelled).split('<').first.rtrim().str() + Args;
}

/// The function around \p Site has come by it when it returns.
static bool isPassed(const LaunchSite &Site, const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  auto LeavesBefore = [&](auto &&Self, const Stmt *S) -> bool {
    if (!S || isa<LambdaExpr>(S))
      return false;
    if (isa<ReturnStmt, GotoStmt, LabelStmt>(S) &&
        SM.isBeforeInTranslationUnit(S->getBeginLoc(), Site.At->getBeginLoc()))
      return true;
    return llvm::any_of(S->children(),
                        [&](const Stmt *Child) { return Self(Self, Child); });
  };
  const Stmt *Inner = Site.At;
  for (const Stmt *Outer : llvm::reverse(Site.Around)) {
    if (!alwaysRuns(Outer, Inner, /*Size=*/nullptr, Ctx))
      return false;
    Inner = Outer;
  }
  return Inner == Site.Host->getBody() &&
         !LeavesBefore(LeavesBefore, Site.Host->getBody());
}

/// `[] { ... }()`: \p Lambda runs where it stands, and \p At in it, which no
/// return is in front of.
static bool runsAtOnce(const LambdaExpr &Lambda,
                       llvm::ArrayRef<const Stmt *> Around, const Stmt &At,
                       const SourceManager &SM) {
  return llvm::any_of(Around,
                      [&](const Stmt *Outer) {
                        const auto *Call = dyn_cast<CXXOperatorCallExpr>(Outer);
                        return Call && Call->getNumArgs() == 1 &&
                               Call->getArg(0)
                                       ->IgnoreImplicit()
                                       ->IgnoreParens()
                                       ->IgnoreImplicit() == &Lambda;
                      }) &&
         !holds(Lambda.getBody(), [&](const Stmt &Inner) {
           return isa<ReturnStmt, GotoStmt, LabelStmt>(Inner) &&
                  SM.isBeforeInTranslationUnit(Inner.getBeginLoc(),
                                               At.getBeginLoc());
         });
}

bool LaunchEditor::isRaisedBefore(const LaunchSite &Launch) const {
  const FunctionDecl *Prepares = runForSize(
      Launch.Sizes.empty() ? nullptr : namedVariable(Launch.Sizes.front()));
  const VarDecl *Size =
      Launch.Sizes.empty() ? nullptr : namedVariable(Launch.Sizes.front());
  if (Size && !Launches.holdsSize(Size))
    Size = nullptr; // a condition on it sees the old size
  std::optional<std::string> Spelled = Text.text(Launch.Name);
  return llvm::any_of(Launches.Sites, [&](const LaunchSite &Site) {
    if (Site.Kind != LaunchSite::Attribute || Text.text(Site.Name) != Spelled)
      return false;
    if (Prepares && Site.Host == Prepares)
      return followsLaunches(Site) && isPassed(Site, Ctx);
    if (Site.Host != Launch.Host ||
        !SM.isBeforeInTranslationUnit(Site.At->getBeginLoc(),
                                      Launch.At->getBeginLoc()) ||
        !followsLaunches(Site))
      return false;
    const Stmt *Inner = Site.At;
    for (const Stmt *Outer : llvm::reverse(Site.Around)) {
      if (const auto Shared = llvm::find(Launch.Around, Outer);
          Shared != Launch.Around.end()) {
        const auto *Block = dyn_cast<CompoundStmt>(Outer);
        const Stmt *To =
            Shared + 1 == Launch.Around.end() ? Launch.At : Shared[1];
        return Block && leadsTo(*Block, Inner, To);
      }
      const auto *Lambda = dyn_cast<LambdaExpr>(Outer);
      if (!alwaysRuns(Outer, Inner, Size, Ctx) &&
          !(Lambda && runsAtOnce(*Lambda, Site.Around, *Site.At, SM)))
        return false;
      Inner = Outer;
    }
    return false;
  });
}

std::optional<Rejection> LaunchEditor::raiseLimit(const LaunchSite &Site,
                                                  const NewSize &Size,
                                                  llvm::StringRef First) {
  std::string Statement;
  if (std::optional<Rejection> Why = askForMore(Site, Size, Statement))
    return Why;
  std::vector<std::string> Statements;
  if (!First.empty())
    Statements.push_back(First.str());
  if (!Statement.empty())
    Statements.push_back(Statement);
  return Statements.empty() ? std::nullopt : insertBefore(Site, Statements);
}

/// The macro that the file checks calls of the runtime with, as in
/// `CUDA_CHECK(cudaMalloc(&p, n));`: the one that most stand in, known at
/// \p Site. Empty if there is none.
std::string LaunchEditor::checkingMacro(const LaunchSite &Site) const {
  // Calls that return a cudaError_t for certain.
  static const llvm::Regex Checked(
      "^[ \t]*([A-Za-z_][A-Za-z_0-9]*)[ \t]*\\([ \t]*cuda(Malloc|Free|Memcpy|"
      "Memset|GetLastError|PeekAtLastError|DeviceSynchronize|"
      "StreamSynchronize|StreamCreate|EventCreate|EventRecord|"
      "EventSynchronize|SetDevice|FuncSetAttribute)[A-Za-z]*[ \t]*\\(");
  // `CHECK(cudaFree(p) == cudaSuccess);` wants a test, `CHECK(cudaFree(p),
  // "");` one more argument.
  auto IsWhole = [](llvm::StringRef Arguments) {
    int Depth = 1;
    while (Depth > 0 && !Arguments.empty()) {
      Depth += (Arguments.front() == '(') - (Arguments.front() == ')');
      Arguments = Arguments.drop_front();
    }
    return Depth == 0 && Arguments.ltrim().consume_front(")") &&
           Arguments.ltrim().drop_front().ltrim().starts_with(";");
  };
  const unsigned At =
      SM.getFileOffset(SM.getExpansionLoc(Site.At->getBeginLoc()));
  llvm::MapVector<llvm::StringRef, unsigned> Counts;
  llvm::StringRef Lines = Text.code();
  while (!Lines.empty()) {
    llvm::StringRef Line;
    std::tie(Line, Lines) = Lines.split('\n');
    llvm::SmallVector<llvm::StringRef, 2> Parts;
    if (Checked.match(Line, &Parts) &&
        IsWhole(Line.drop_front(Parts[0].size())))
      ++Counts[Parts[1]];
  }
  std::pair<llvm::StringRef, unsigned> Most;
  for (const auto &[Name, Count] : Counts) {
    const IdentifierInfo *Known = findIdentifier(Name, Ctx);
    const size_t Definition = Text.code().find(("#define " + Name + "(").str());
    if (Count > Most.second && Known && Known->hasMacroDefinition() &&
        (Definition == llvm::StringRef::npos || Definition < At))
      Most = {Name, Count};
  }
  return Most.first.str();
}

/// Both are given the same text for their size.
bool LaunchEditor::haveOneSize(const LaunchSite &A, const LaunchSite &B) const {
  return llvm::equal(A.Sizes, B.Sizes, [&](const Expr *L, const Expr *R) {
    return Text.text(L) == Text.text(R);
  });
}

/// The call that raises the limit, or nothing where it is high enough.
std::optional<Rejection> LaunchEditor::askForMore(const LaunchSite &Site,
                                                  const NewSize &Size,
                                                  std::string &Statement) {
  if (Size.Bytes && *Size.Bytes + Wish.StaticBytes <= MaxStaticSharedBytes)
    return std::nullopt;
  if (isRaisedBefore(Site))
    return std::nullopt;
  if (!Site.Host || Site.Host->hasAttr<CUDAGlobalAttr>() ||
      Site.Host->hasAttr<CUDADeviceAttr>())
    return reject(Site, "it needs cudaFuncSetAttribute() in front of it, which "
                        "device code and initializers at file scope have not");
  for (const Expr *Bytes : Site.Sizes)
    if (!mayRunTwice(Bytes, Ctx))
      return reject(Site, "its size may have a side effect, and is needed in "
                          "cudaFuncSetAttribute() too; pass a variable");
  if (!namedVariable(Site.Name) &&
      isOverloaded(Site.Kernel ? *Site.Kernel : Kernel))
    return reject(Site, "several functions have the name of the kernel, which "
                        "cudaFuncSetAttribute() has to be given; rename one");
  std::optional<std::string> Spelled = kernelName(Site);
  if (!Spelled)
    return reject(Site, "spell its template arguments: "
                        "cudaFuncSetAttribute() has to name '" +
                            name() + "' too");
  Statement = "cudaFuncSetAttribute(" + *Spelled +
              ", cudaFuncAttributeMaxDynamicSharedMemorySize, " + Size.Text +
              ")";
  if (std::string Check = checkingMacro(Site); !Check.empty())
    Statement = Check + "(" + Statement + ")";
  Statement += ";";
  // The attribute lowers the limit, too, and others rely on that of all
  // kernels.
  if (!Size.Bytes && llvm::any_of(Launches.Sites, [&](const LaunchSite &Other) {
        return Other.Kind != LaunchSite::Attribute && Other.At != Site.At &&
               (!haveOneSize(Other, Site) || isRaisedBefore(Other));
      }))
    Statement = "if (" + Size.Text +
                (Wish.StaticBytes ? " + " + std::to_string(Wish.StaticBytes)
                                  : std::string()) +
                " > 48 * 1024) " + Statement;
  // Once is enough where the block before has said the same, and nobody has
  // asked for less since.
  if (Size.Stable && llvm::all_of(Launches.Sites, [&](const LaunchSite &Other) {
        return Other.Kind != LaunchSite::Attribute || followsLaunches(Other);
      }))
    for (const auto &[Block, Said] : Inserted)
      if (Said == Statement && llvm::is_contained(Site.Around, Block)) {
        Statement.clear();
        break;
      }
  return std::nullopt;
}

/// \p Statement behind \p Indent, on one line or one an argument.
static std::string layOut(std::string Statement, llvm::StringRef Indent,
                          llvm::StringRef Code) {
  if (llvm::StringRef(Statement).starts_with("const size_t ")) {
    const size_t Value = Statement.find(" = ");
    if (Indent.size() + Statement.size() > LineLimit)
      Statement.replace(Value, 3, " =\n" + Indent.str() + "    ");
    return Statement;
  }
  if (llvm::StringRef(Statement).starts_with("if (")) {
    const size_t End =
        Statement.find(" > 48 * 1024) ") + strlen(" > 48 * 1024)");
    const std::string Inner = (Indent + indentUnit(Code)).str();
    return Statement.substr(0, End) + "\n" + Inner +
           layOut(Statement.substr(End + 1), Inner, Code);
  }
  size_t Constant = Statement.find("cudaFuncAttributeMax");
  if (Indent.size() + Statement.size() <= LineLimit ||
      Constant == std::string::npos)
    return Statement;
  size_t Next = Indent.size() + Statement.find("cudaFuncSetAttribute(") +
                strlen("cudaFuncSetAttribute(");
  size_t Size = Statement.find(' ', Constant);
  std::string Break = "\n" + std::string(Next, ' ');
  bool Long = Indent.size() + Size > LineLimit;
  Statement = Statement.substr(0, Size) + Break +
              wrapped(llvm::StringRef(Statement).substr(Size + 1), Next);
  if (Long)
    Statement.replace(Constant - 1, 1, Break);
  return Statement;
}

/// `{ launch; }` on one line becomes a block of several lines, with
/// \p Statements in front of the launch \p S; false if it is none.
bool LaunchEditor::openUp(const Stmt &Block, const Stmt &S,
                          llvm::ArrayRef<std::string> Statements) {
  const auto *Braces = dyn_cast<CompoundStmt>(&Block);
  if (!Braces || Braces->size() != 1 || Braces->getLBracLoc().isMacroID() ||
      Braces->getRBracLoc().isMacroID())
    return false;
  CharSourceRange Expanded = SM.getExpansionRange(S.getSourceRange());
  unsigned Open = SM.getFileOffset(Braces->getLBracLoc()) + 1;
  unsigned Close = SM.getFileOffset(Braces->getRBracLoc());
  TextRange Launch{SM.getFileOffset(Expanded.getBegin()),
                   unsigned(Text.code().slice(0, Close).rtrim().size())};
  if (!Text.text({Open, Launch.Begin}).trim().empty() ||
      Text.text({Open, Close}).contains('\n') ||
      !Text.text(Launch).ends_with(";"))
    return false;
  std::string Outer = Text.indentAt(Open).str(),
              Indent = Outer + indentUnit(Text.code());
  std::string Lines;
  for (const std::string &Statement : Statements)
    Lines += "\n" + Indent + layOut(Statement, Indent, Text.code());
  edit({Open, Launch.Begin}, Lines + "\n" + Indent);
  edit({Launch.End, Close}, "\n" + Outer);
  return true;
}

std::optional<Rejection>
LaunchEditor::insertBefore(const LaunchSite &Site,
                           llvm::ArrayRef<std::string> Statements) {
  auto Outermost = [&](const Stmt *S) {
    return SM.getFileOffset(SM.getExpansionLoc(S->getBeginLoc()));
  };
  auto SameMacro = [&](const Stmt *A, const Stmt *B) {
    return A->getBeginLoc().isMacroID() && B->getBeginLoc().isMacroID() &&
           Outermost(A) == Outermost(B);
  };
  // The innermost statement around the launch that may have a neighbour.
  const Stmt *S = Site.At, *Block = nullptr;
  for (const Stmt *Outer : llvm::reverse(Site.Around)) {
    bool Placed =
        isa<CompoundStmt, SwitchCase, LabelStmt>(Outer) || isBranch(Outer, S);
    if (Placed && !SameMacro(Outer, S)) {
      Block = Outer;
      break;
    }
    if (isLoopHeader(Outer, S))
      return reject(Site, "it stands in the header of a loop");
    S = Outer;
  }
  if (!Block || isa<AttributedStmt>(S))
    return reject(Site, "there is no statement to put "
                        "cudaFuncSetAttribute() in front of");

  CharSourceRange Expanded = SM.getExpansionRange(S->getSourceRange());
  unsigned Begin = SM.getFileOffset(Expanded.getBegin());
  unsigned Start = Text.lineStart(Begin);
  bool OwnLine = Text.text({Start, Begin}).trim().empty();
  std::string Indent = Text.indentAt(Begin).str();
  std::string Lines;
  for (const std::string &Statement : Statements) {
    Lines += OwnLine ? Indent + layOut(Statement, Indent, Text.code()) + "\n"
                     : Statement + " ";
    if (!isSwitchBody(Block, Site.Around))
      Inserted.push_back({isBranch(Block, S) ? S : Block, Statement});
  }
  if (!isBranch(Block, S)) {
    if (!OwnLine && openUp(*Block, *S, Statements))
      return std::nullopt;
    unsigned At = OwnLine ? Text.leading(Begin).Begin : Begin;
    edit({At, At}, Lines);
    return std::nullopt;
  }

  unsigned End = SM.getFileOffset(
      Lexer::getLocForEndOfToken(Expanded.getEnd(), 0, SM, Ctx.getLangOpts()));
  if (!isa<CompoundStmt>(S)) {
    size_t Semicolon = Text.code().find_first_not_of(" \t\r\n", End);
    if (Semicolon != llvm::StringRef::npos && Text.code()[Semicolon] == ';')
      End = Semicolon + 1;
  }
  if (!OwnLine) {
    edit({Begin, Begin}, "{ " + Lines);
    edit({End, End}, " }");
    return std::nullopt;
  }
  std::optional<Token> Before =
      Lexer::findPreviousToken(SM.getExpansionLoc(S->getBeginLoc()), SM,
                               Ctx.getLangOpts(), /*IncludeComments=*/false);
  if (!Before)
    return reject(Site, "there is no place for braces around it");
  unsigned Brace = SM.getFileOffset(Before->getEndLoc());
  std::string Outer = Text.indentAt(Brace).str();
  edit({Brace, Brace}, " {");
  edit({Start, Start}, Lines);
  unsigned Line = Text.endOfTrivia(End);
  edit({Line, Line}, Line == End ? "\n" + Outer + "}" : Outer + "}\n");
  return std::nullopt;
}

} // namespace cudapipe
