//===- LaunchShape.cpp - Threads and trips --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Resources/LaunchShape.h"
#include "Analyze/Threads/LaunchFacts.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace cudapipe {
namespace {

std::optional<unsigned> threadsOf(const LaunchFacts &Facts) {
  int64_t Threads = 1;
  for (std::optional<int64_t> Size : Facts.BlockDim) {
    if (!Size || *Size <= 0 || *Size > 1024)
      return std::nullopt;
    Threads *= *Size;
  }
  return Threads <= 1024 ? std::optional<unsigned>(Threads) : std::nullopt;
}

/// \p Site as the instances of its function have it that launch \p Kernel; as
/// it is written, if that says as much.
std::vector<LaunchSite> asInstantiated(const LaunchSite &Site,
                                       const FunctionDecl &Kernel) {
  std::vector<LaunchSite> Out;
  const FunctionTemplateDecl *Template =
      Site.Host && !Site.Kernel ? Site.Host->getDescribedFunctionTemplate()
                                : nullptr;
  if (!Template)
    return {Site};
  for (const FunctionDecl *Host : Template->specializations())
    forEach<CUDAKernelCallExpr>(
        Host->getBody(), [&](const CUDAKernelCallExpr &Launch) {
          const FunctionDecl *Callee = Launch.getDirectCallee();
          if (!Callee ||
              Callee->getCanonicalDecl() != Kernel.getCanonicalDecl())
            return;
          Out.push_back(Site);
          Out.back().At = &Launch;
          Out.back().Kernel = Callee;
          Out.back().Host = Host;
        });
  return Out.empty() ? std::vector<LaunchSite>{Site} : Out;
}

/// The launches of this instantiation of \p Kernel, one by one, as if each were
/// the only one.
std::vector<LaunchFacts> factsOfEach(const FunctionDecl &Kernel,
                                     const LaunchSites &Launches,
                                     const ASTContext &Ctx) {
  std::vector<LaunchFacts> Out;
  for (const std::vector<LaunchSite> *Sites :
       {&Launches.Sites, &Launches.Likely})
    for (const LaunchSite &Written : *Sites)
      for (const LaunchSite &Site : asInstantiated(Written, Kernel)) {
        if (!Site.isLaunch() ||
            (Site.Kernel &&
             Site.Kernel->getCanonicalDecl() != Kernel.getCanonicalDecl()))
          continue;
        LaunchSites Alone;
        Alone.Sites = {Site};
        Out.push_back(readLaunchFacts(Kernel, Alone, Ctx, /*OnlyHere=*/true));
      }
  return Out;
}

/// Integers made of constants, blockDim and what launches pass.
class Values {
public:
  Values(const LaunchFacts &Facts, const ASTContext &Ctx)
      : Facts(Facts), Ctx(Ctx) {}

  std::optional<int64_t> of(const Expr *E, unsigned Depth = 0) const {
    if (!E || Depth > 8)
      return std::nullopt;
    E = E->IgnoreParenImpCasts();
    if (std::optional<int64_t> Value = knownValue(E, Ctx))
      return Value;
    if (std::optional<unsigned> Axis = axisOfBlockDim(E))
      return Facts.BlockDim[*Axis];
    if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
      return of(Cast->getSubExpr(), Depth + 1);
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      if (const auto *Param = dyn_cast<ParmVarDecl>(Ref->getDecl())) {
        auto It = Facts.Params.find(Param);
        return It != Facts.Params.end() && isNeverChanged(*Param)
                   ? std::optional(It->second)
                   : std::nullopt;
      }
      const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
      return Var && isNeverChanged(*Var) ? of(initialValue(*Var), Depth + 1)
                                         : std::nullopt;
    }
    const auto *Op = dyn_cast<BinaryOperator>(E);
    if (!Op)
      return std::nullopt;
    std::optional<int64_t> Left = of(Op->getLHS(), Depth + 1);
    std::optional<int64_t> Right = of(Op->getRHS(), Depth + 1);
    if (!Left || !Right)
      return std::nullopt;
    switch (Op->getOpcode()) {
    case BO_Add:
      return *Left + *Right;
    case BO_Sub:
      return *Left - *Right;
    case BO_Mul:
      return *Left * *Right;
    case BO_Div:
      return *Right ? std::optional(*Left / *Right) : std::nullopt;
    case BO_Shl:
      return *Right >= 0 && *Right < 31 ? std::optional(*Left << *Right)
                                        : std::nullopt;
    case BO_Shr:
      return *Right >= 0 && *Right < 31 ? std::optional(*Left >> *Right)
                                        : std::nullopt;
    default:
      return std::nullopt;
    }
  }

  std::optional<uint64_t> tripsOf(const ForStmt &For) const {
    const auto *Cond = dyn_cast_or_null<BinaryOperator>(
        For.getCond() ? For.getCond()->IgnoreParenImpCasts() : nullptr);
    if (!Cond || (Cond->getOpcode() != BO_LT && Cond->getOpcode() != BO_LE))
      return std::nullopt;
    const auto *Ref =
        dyn_cast<DeclRefExpr>(Cond->getLHS()->IgnoreParenImpCasts());
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    std::optional<int64_t> Limit = of(Cond->getRHS()), Step = stepOf(For, Var);
    if (!Var || !Limit || !Step || *Step <= 0 || changes(For.getBody(), *Var))
      return std::nullopt;
    int64_t Span = 0;
    if (llvm::SubOverflow(*Limit, startOf(For, *Var), Span) ||
        llvm::AddOverflow<int64_t>(Span, Cond->getOpcode() == BO_LE, Span))
      return std::nullopt;
    return Span <= 0 ? 0 : llvm::divideCeil(uint64_t(Span), uint64_t(*Step));
  }

private:
  /// blockDim.x is a member, or in Clang's own headers a property.
  static std::optional<unsigned> axisOfBlockDim(const Expr *E) {
    const Expr *Base = nullptr;
    llvm::StringRef Name;
    if (const auto *Pseudo = dyn_cast<PseudoObjectExpr>(E))
      E = Pseudo->getSyntacticForm()->IgnoreParenImpCasts();
    if (const auto *Property = dyn_cast<MSPropertyRefExpr>(E)) {
      Base = Property->getBaseExpr();
      Name = Property->getPropertyDecl()->getName();
    } else if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      Base = Member->getBase();
      if (const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl()))
        Name = Field->getName();
    }
    const auto *Ref = dyn_cast_or_null<DeclRefExpr>(
        Base ? Base->IgnoreParenImpCasts() : nullptr);
    if (!Ref || !Ref->getDecl()->getIdentifier() ||
        Ref->getDecl()->getName() != "blockDim" || Name.size() != 1 ||
        Name < "x" || Name > "z")
      return std::nullopt;
    return Name.front() - 'x';
  }

  int64_t startOf(const ForStmt &For, const VarDecl &Var) const {
    const Expr *Start = nullptr;
    if (const auto *Decls = dyn_cast_or_null<DeclStmt>(For.getInit())) {
      if (llvm::is_contained(Decls->decls(), &Var))
        Start = Var.getInit();
    } else if (const auto *Op = dyn_cast_or_null<BinaryOperator>(For.getInit());
               Op && Op->getOpcode() == BO_Assign) {
      Start = Op->getRHS();
    }
    return of(Start).value_or(0);
  }

  std::optional<int64_t> stepOf(const ForStmt &For, const VarDecl *Var) const {
    auto IsVar = [&](const Expr *E) {
      const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
      return Ref && Ref->getDecl() == Var;
    };
    const Expr *Inc = For.getInc() ? For.getInc()->IgnoreParens() : nullptr;
    if (const auto *Op = dyn_cast_or_null<UnaryOperator>(Inc);
        Op && Op->isIncrementOp() && IsVar(Op->getSubExpr()))
      return 1;
    if (const auto *Op = dyn_cast_or_null<BinaryOperator>(Inc);
        Op && Op->getOpcode() == BO_AddAssign && IsVar(Op->getLHS()))
      return of(Op->getRHS());
    return std::nullopt;
  }

  const LaunchFacts &Facts;
  const ASTContext &Ctx;
};

} // namespace

std::optional<uint64_t> mostBlocks(const FunctionDecl &Kernel,
                                   const LaunchSites &Launches,
                                   const ASTContext &Ctx) {
  return readLaunchFacts(Kernel, Launches, Ctx, /*OnlyHere=*/true).MostBlocks;
}

BlockThreads blockThreads(const FunctionDecl &Kernel,
                          const LaunchSites &Launches, const ASTContext &Ctx) {
  LaunchFacts All = readLaunchFacts(Kernel, Launches, Ctx, /*OnlyHere=*/true);
  if (std::optional<unsigned> Threads = threadsOf(All))
    return {*Threads, BlockThreads::Launches};
  for (const LaunchFacts &One : factsOfEach(Kernel, Launches, Ctx))
    if (std::optional<unsigned> Threads = threadsOf(One))
      return {*Threads, BlockThreads::SomeLaunch};
  if (All.MaxThreads && *All.MaxThreads > 0 && *All.MaxThreads <= 1024)
    return {unsigned(*All.MaxThreads), BlockThreads::LaunchBounds};
  return {};
}

TripHint tripsByLaunches(const FunctionDecl &Kernel,
                         const LaunchSites &Launches, const ASTContext &Ctx) {
  std::vector<LaunchFacts> Known = factsOfEach(Kernel, Launches, Ctx);
  Known.insert(Known.begin(),
               readLaunchFacts(Kernel, Launches, Ctx, /*OnlyHere=*/true));
  return [Known = std::move(Known), &Ctx](const ForStmt &For) {
    for (const LaunchFacts &Facts : Known)
      if (std::optional<uint64_t> Trips = Values(Facts, Ctx).tripsOf(For))
        return std::optional<uint64_t>(Trips);
    return std::optional<uint64_t>();
  };
}

} // namespace cudapipe
