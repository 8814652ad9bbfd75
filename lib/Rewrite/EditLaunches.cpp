//===- EditLaunches.cpp - More shared memory ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchEditor.h"
#include "Spelling.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/TripCount.h"
#include "cudapipe/Plan/SharedMemory.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace cudapipe {
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

std::optional<NewSize> LaunchEditor::editSize(const Expr *Size) {
  const VarDecl *Var = namedVariable(Size);
  if (Var && Launches.holdsSize(Var))
    if (const Expr *Start = startOf(*Var))
      if (std::optional<NewSize> New = scaled(Start)) {
        edit(*Text.range(Start), New->Text);
        return NewSize{Var->getNameAsString(), New->Bytes, true};
      }
  std::optional<NewSize> New = scaled(Size);
  if (New)
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

/// The attribute is a constant that is enough for all launches as they will
/// be: a round number, or the most that the device allows.
bool LaunchEditor::coversLaunches(const Expr *AttributeSize) {
  std::optional<uint64_t> Allowed = constantOf(AttributeSize, Ctx);
  return Allowed && llvm::all_of(Launches.Sites, [&](const LaunchSite &Site) {
           return !Site.isLaunch() ||
                  llvm::all_of(Site.Sizes, [&](const Expr *Size) {
                    std::optional<uint64_t> Now = constantOf(Size, Ctx);
                    return Now &&
                           Wish.Stages * llvm::alignTo(*Now, Wish.Alignment) <=
                               *Allowed;
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
  for (const Expr *Size : Site.Sizes) {
    if (Site.Kind == LaunchSite::Attribute && coversLaunches(Size))
      continue;
    if (isUsedOtherwise(Size, Site))
      return reject(Site, "the size of this launch is an argument of a macro, "
                          "which uses it for something else as well");
    std::optional<NewSize> New = editSize(Size);
    if (!New)
      return reject(Site, "the size of this launch is spelled by a macro");
    if (std::optional<Rejection> Why = checkLimit(Site, *New))
      return Why;
    Largest.Text = New->Text;
    Largest.Stable &= New->Stable;
    if (New->Bytes && Largest.Bytes)
      Largest.Bytes = std::max(*Largest.Bytes, *New->Bytes);
    else
      Largest.Bytes = std::nullopt;
  }
  if (Site.Kind == LaunchSite::Attribute || Largest.Bytes == 0u)
    return std::nullopt;
  if (Site.Kind == LaunchSite::Config) {
    Largest.Text = Site.ConfigVar->getNameAsString() + ".dynamicSmemBytes";
    Largest.Stable = false;
  }
  // An occupancy question is answered with 0 blocks above the limit.
  return raiseLimit(Site, Largest);
}

std::optional<Rejection> LaunchEditor::editSite(const LaunchSite &Site) {
  return Wish.Kind == LaunchWish::Scale ? scale(Site) : add(Site);
}

OrRejection<LaunchEdits> LaunchEditor::run() {
  if (!Launches.allInSight()) {
    std::string Must =
        llvm::formatv("{0} times what it passes now", Wish.Stages);
    if (Wish.Kind == LaunchWish::Add) {
      std::optional<uint64_t> Bytes = bytesOfTiles(&Kernel);
      Must = Bytes ? llvm::formatv("{0} bytes", *Bytes).str()
                   : "room for the stages";
    }
    const OutOfSight &First = Launches.Hidden.front();
    if (!Wish.AssumeUpdated)
      return Rejection{RejectionKind::LaunchOutOfSight, First.Where,
                       First.Why + "; who launches it must pass " + Must +
                           " of dynamic shared memory, and "
                           "--assume-launch-updated says that they do"};
    Out.Remarks.push_back("launch '" + name() + "' with " + Must +
                          " of dynamic shared memory where this run does not "
                          "see it: " +
                          First.Why);
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

} // namespace cudapipe
