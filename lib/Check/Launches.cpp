//===- Launches.cpp - Kernels of a file and how they are launched ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launches.h"
#include "Match/HostArithmetic.h"
#include "cudapipe/Match/LaunchSites.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/MapVector.h"

using namespace llvm;

namespace cudapipe::check {
namespace {

/// What a launch is given, as expressions; null is what it does not say.
struct LaunchExpressions {
  clang::SourceLocation At;
  const clang::Expr *Grid = nullptr, *Block = nullptr, *Dynamic = nullptr;
  /// There is no dynamic shared memory.
  bool HasNoDynamic = false;
  std::vector<const clang::Expr *> Arguments;
};

/// What a local cudaLaunchConfig_t is given, where it is initialized and by
/// assignments.
struct LaunchConfig {
  const clang::Expr *Grid = nullptr, *Block = nullptr, *Dynamic = nullptr;
};

/// Of templates the instances too: in a host template a launch has its
/// arguments there only.
class LaunchCollector : public clang::DynamicRecursiveASTVisitor {
public:
  explicit LaunchCollector(const clang::SourceManager &SM) : SM(SM) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitFunctionDecl(clang::FunctionDecl *F) override {
    const clang::SourceLocation At = SM.getExpansionLoc(F->getLocation());
    if (F->hasAttr<clang::CUDAGlobalAttr>() &&
        F->doesThisDeclarationHaveABody() && SM.isInMainFile(At))
      Kernels[At.getRawEncoding()].insert(F);
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *Var) override;
  bool VisitBinaryOperator(clang::BinaryOperator *Op) override;
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr *Call) override;
  bool VisitCUDAKernelCallExpr(clang::CUDAKernelCallExpr *Launch) override;
  bool VisitCallExpr(clang::CallExpr *Call) override;
  bool VisitLambdaExpr(clang::LambdaExpr *Lambda) override;

  MapVector<unsigned, SetVector<const clang::FunctionDecl *>> Kernels;
  DenseMap<const clang::FunctionDecl *, std::vector<LaunchExpressions>>
      Launches;
  /// Templates that are launched with what an instance decides.
  SmallPtrSet<const clang::FunctionTemplateDecl *, 8> InTemplates;

private:
  void assign(const clang::Expr &To, const clang::Expr &From);
  void add(const clang::Expr *Kernel, const LaunchExpressions &Launch);

  const clang::SourceManager &SM;
  DenseMap<const clang::VarDecl *, LaunchConfig> Configs;
};

bool isConfig(clang::QualType Type) {
  const clang::CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  return Record && Record->getName().starts_with("cudaLaunchConfig_");
}

bool LaunchCollector::VisitVarDecl(clang::VarDecl *Var) {
  const auto *List =
      Var->getInit() && isConfig(Var->getType())
          ? dyn_cast<clang::InitListExpr>(Var->getInit()->IgnoreImplicit())
          : nullptr;
  if (!List)
    return true;
  auto Given = [&](unsigned I) -> const clang::Expr * {
    if (I >= List->getNumInits() ||
        isa<clang::ImplicitValueInitExpr>(List->getInit(I)))
      return nullptr;
    return List->getInit(I);
  };
  Configs[Var] = {Given(0), Given(1), Given(2)};
  return true;
}

/// `config.blockDim = block`.
void LaunchCollector::assign(const clang::Expr &To, const clang::Expr &From) {
  const auto *Member = dyn_cast<clang::MemberExpr>(To.IgnoreParenImpCasts());
  const auto *Ref = Member ? dyn_cast<clang::DeclRefExpr>(
                                 Member->getBase()->IgnoreParenImpCasts())
                           : nullptr;
  const auto *Var = Ref ? dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || !isConfig(Var->getType()))
    return;
  LaunchConfig &Mine = Configs[Var];
  const StringRef Name = Member->getMemberDecl()->getName();
  if (Name == "gridDim")
    Mine.Grid = &From;
  else if (Name == "blockDim")
    Mine.Block = &From;
  else if (Name == "dynamicSmemBytes")
    Mine.Dynamic = &From;
}

bool LaunchCollector::VisitBinaryOperator(clang::BinaryOperator *Op) {
  if (Op->getOpcode() == clang::BO_Assign)
    assign(*Op->getLHS(), *Op->getRHS());
  return true;
}

bool LaunchCollector::VisitCXXOperatorCallExpr(
    clang::CXXOperatorCallExpr *Call) {
  if (Call->getOperator() == clang::OO_Equal && Call->getNumArgs() == 2)
    assign(*Call->getArg(0), *Call->getArg(1));
  return true;
}

/// All kernels that \p Named may be: one, or what a local variable starts as.
void LaunchCollector::add(const clang::Expr *Named,
                          const LaunchExpressions &Launch) {
  SmallVector<const clang::Stmt *> Work{Named};
  SmallPtrSet<const clang::VarDecl *, 4> Seen;
  while (!Work.empty()) {
    const clang::Stmt *At = Work.pop_back_val();
    if (!At)
      continue;
    if (const auto *Ref = dyn_cast<clang::DeclRefExpr>(At)) {
      if (const auto *Kernel = dyn_cast<clang::FunctionDecl>(Ref->getDecl()))
        Launches[Kernel->getCanonicalDecl()].push_back(Launch);
      else if (const auto *Var = dyn_cast<clang::VarDecl>(Ref->getDecl());
               Var && Seen.insert(Var).second)
        Work.push_back(Var->getInit());
      continue;
    }
    Work.append(At->child_begin(), At->child_end());
  }
}

bool LaunchCollector::VisitCUDAKernelCallExpr(
    clang::CUDAKernelCallExpr *Launch) {
  if (Launch->isTypeDependent() || Launch->isValueDependent()) {
    if (const auto *Named = dyn_cast<clang::OverloadExpr>(
            Launch->getCallee()->IgnoreParenImpCasts()))
      for (const clang::NamedDecl *One : Named->decls())
        if (const auto *Template =
                dyn_cast<clang::FunctionTemplateDecl>(One->getUnderlyingDecl()))
          InTemplates.insert(Template->getCanonicalDecl());
    return true;
  }
  LaunchExpressions Mine;
  Mine.At = Launch->getBeginLoc();
  Mine.Grid = launchArgument(*Launch, 0);
  Mine.Block = launchArgument(*Launch, 1);
  Mine.Dynamic = launchArgument(*Launch, 2);
  Mine.HasNoDynamic = !Mine.Dynamic;
  Mine.Arguments.assign(Launch->arg_begin(), Launch->arg_end());
  add(Launch->getCallee(), Mine);
  return true;
}

/// cudaLaunchKernel((void *)kernel, grid, block, args, bytes, stream), and
/// cudaLaunchKernelEx(&config, kernel, ...).
bool LaunchCollector::VisitCallExpr(clang::CallExpr *Call) {
  const clang::FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee || !Callee->getIdentifier() || Call->isTypeDependent())
    return true;
  const StringRef Name = Callee->getName();
  LaunchExpressions Mine;
  Mine.At = Call->getBeginLoc();
  if ((Name == "cudaLaunchKernel" || Name == "cudaLaunchCooperativeKernel") &&
      Call->getNumArgs() >= 5) {
    Mine.Grid = Call->getArg(1);
    Mine.Block = Call->getArg(2);
    Mine.Dynamic = Call->getArg(4);
    add(Call->getArg(0), Mine);
  } else if ((Name == "cudaLaunchKernelEx" || Name == "cudaLaunchKernelExC") &&
             Call->getNumArgs() >= 2) {
    const auto *Address =
        dyn_cast<clang::UnaryOperator>(Call->getArg(0)->IgnoreParenImpCasts());
    const auto *Ref = Address ? dyn_cast<clang::DeclRefExpr>(
                                    Address->getSubExpr()->IgnoreParens())
                              : nullptr;
    const auto *Var = Ref ? dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
    const LaunchConfig Config = Var ? Configs.lookup(Var) : LaunchConfig();
    Mine.Grid = Config.Grid;
    Mine.Block = Config.Block;
    Mine.Dynamic = Config.Dynamic;
    Mine.HasNoDynamic = Var && !Config.Dynamic;
    if (Name == "cudaLaunchKernelEx")
      Mine.Arguments.assign(Call->arg_begin() + 2, Call->arg_end());
    add(Call->getArg(1), Mine);
  }
  return true;
}

/// A lambda with `auto` in its parameters is a template, too.
bool LaunchCollector::VisitLambdaExpr(clang::LambdaExpr *Lambda) {
  if (const clang::FunctionTemplateDecl *Template =
          Lambda->getDependentCallOperator())
    for (clang::FunctionDecl *Instance : Template->specializations())
      if (Instance->hasBody() && !TraverseStmt(Instance->getBody()))
        return false;
  return true;
}

/// What is not evaluated, of a template say, cannot be spelled.
bool isKnown(const clang::Expr *E) {
  return E && !E->isTypeDependent() && !E->isValueDependent();
}

bool isNull(const clang::Expr &E, const clang::ASTContext &Ctx) {
  return E.IgnoreParenCasts()->isNullPointerConstant(
             const_cast<clang::ASTContext &>(Ctx),
             clang::Expr::NPC_NeverValueDependent) != clang::Expr::NPCK_NotNull;
}

LaunchTexts textsOf(const LaunchExpressions &Launch,
                    const clang::FunctionDecl &Kernel,
                    const clang::ASTContext &Ctx) {
  LaunchTexts Out;
  Out.Line = Ctx.getSourceManager().getExpansionLineNumber(Launch.At);
  HostArithmetic Host(Ctx);
  auto Argument = [&](unsigned I) -> const clang::Expr * {
    return I < Launch.Arguments.size() && isKnown(Launch.Arguments[I])
               ? Launch.Arguments[I]
               : nullptr;
  };
  for (unsigned I = 0; I < Kernel.getNumParams(); ++I)
    if (const clang::Expr *Given = Argument(I))
      if (const clang::VarDecl *Var = namedVariable(Given);
          Var && Var->getType()->isIntegerType())
        Host.keep(*Var, Kernel.getParamDecl(I)->getNameAsString());
  if (isKnown(Launch.Grid))
    Out.Grid = Host.shape(Launch.Grid);
  if (isKnown(Launch.Block))
    Out.Block = Host.shape(Launch.Block);
  if (Launch.HasNoDynamic)
    Out.DynamicBytes = "0";
  else if (isKnown(Launch.Dynamic))
    Out.DynamicBytes = Host.text(Launch.Dynamic);
  auto Passed = [&](unsigned I) -> std::string {
    const clang::Expr *Given = Argument(I);
    if (!Given)
      return "";
    // `false` and 'T' are numbers, too.
    if (Kernel.getParamDecl(I)->getType()->isIntegerType()) {
      const auto Value = Given->getIntegerConstantExpr(Ctx);
      return Value && Value->getSignificantBits() <= 63
                 ? std::to_string(Value->getExtValue())
                 : Host.text(Given);
    }
    return isNull(*Given, Ctx) ? "0" : "";
  };
  for (unsigned I = 0; I < Kernel.getNumParams(); ++I)
    Out.Arguments.push_back(Passed(I));
  for (const auto &[Name, Value] : Host.names())
    if (Value)
      Out.Constants[Name] = *Value;
  return Out;
}

std::optional<Triple> tripleOf(ArrayRef<std::string> Texts,
                               const SizeNames &Names) {
  if (Texts.empty())
    return std::nullopt;
  Triple Out;
  unsigned *const To[] = {&Out.X, &Out.Y, &Out.Z};
  for (size_t I = 0; I < Texts.size() && I < 3; ++I) {
    const std::optional<int64_t> Value = sizeOf(Texts[I], Names);
    if (!Value || *Value < 0 || *Value > INT32_MAX)
      return std::nullopt;
    *To[I] = *Value;
  }
  return Out;
}

SizeNames together(const SizeNames &Constants, const SizeNames &Names) {
  // A constant is one whatever parameter it is passed as.
  SizeNames Out = Constants;
  Out.insert(Names.begin(), Names.end());
  return Out;
}

} // namespace

std::optional<Triple> LaunchTexts::block(const SizeNames &Names) const {
  const std::optional<Triple> Out = tripleOf(Block, together(Constants, Names));
  constexpr uint64_t Most = 1024;
  if (!Out || uint64_t(Out->X) * Out->Y * Out->Z > Most || Out->count() == 0)
    return std::nullopt;
  return Out;
}

std::optional<Triple> LaunchTexts::grid(const SizeNames &Names) const {
  return tripleOf(Grid, together(Constants, Names));
}

std::optional<int64_t> LaunchTexts::dynamicBytes(const SizeNames &Names) const {
  return DynamicBytes.empty()
             ? std::nullopt
             : sizeOf(DynamicBytes, together(Constants, Names));
}

std::optional<int64_t> LaunchTexts::argument(unsigned I) const {
  return I < Arguments.size() && !Arguments[I].empty()
             ? sizeOf(Arguments[I], Constants)
             : std::nullopt;
}

std::vector<KernelInFile> findKernelsToCheck(clang::ASTContext &Ctx) {
  LaunchCollector Found(Ctx.getSourceManager());
  Found.TraverseAST(Ctx);
  std::vector<KernelInFile> Out;
  for (const auto &[Place, Kernels] : Found.Kernels) {
    const bool HasInstance =
        any_of(Kernels, [](const auto *F) { return !F->isTemplated(); });
    for (const clang::FunctionDecl *Kernel : Kernels) {
      if (Kernel->isTemplated() && HasInstance)
        continue;
      KernelInFile Mine{Kernel, {}, Kernel->isTemplated()};
      for (const LaunchExpressions &Launch :
           Found.Launches.lookup(Kernel->getCanonicalDecl()))
        Mine.Launches.push_back(textsOf(Launch, *Kernel, Ctx));
      const clang::FunctionTemplateDecl *Template =
          Kernel->getPrimaryTemplate();
      Mine.HasUnreadLaunch =
          Template && Mine.Launches.empty() &&
          Found.InTemplates.contains(Template->getCanonicalDecl());
      Out.push_back(std::move(Mine));
    }
  }
  return Out;
}

} // namespace cudapipe::check
