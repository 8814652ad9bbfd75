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
  bool VisitCUDAKernelCallExpr(clang::CUDAKernelCallExpr *Launch) override {
    if (const clang::FunctionDecl *Callee = Launch->getDirectCallee();
        Callee && !Launch->isTypeDependent() && !Launch->isValueDependent())
      Launches[Callee->getCanonicalDecl()].push_back(Launch);
    return true;
  }

  /// cudaLaunchKernel((void *)kernel, grid, block, args, bytes, stream).
  bool VisitCallExpr(clang::CallExpr *Call) override {
    const clang::FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee || !Callee->getIdentifier() || Call->getNumArgs() < 5 ||
        (Callee->getName() != "cudaLaunchKernel" &&
         Callee->getName() != "cudaLaunchCooperativeKernel"))
      return true;
    const clang::Expr *Name = Call->getArg(0)->IgnoreParenCasts();
    if (const auto *Address = dyn_cast<clang::UnaryOperator>(Name))
      Name = Address->getSubExpr()->IgnoreParenCasts();
    const auto *Ref = dyn_cast<clang::DeclRefExpr>(Name);
    const auto *Kernel =
        Ref ? dyn_cast<clang::FunctionDecl>(Ref->getDecl()) : nullptr;
    if (Kernel && !Call->isTypeDependent())
      Launches[Kernel->getCanonicalDecl()].push_back(Call);
    return true;
  }

  MapVector<unsigned, SetVector<const clang::FunctionDecl *>> Kernels;
  /// `<<<...>>>`, or calls of the runtime.
  DenseMap<const clang::FunctionDecl *, std::vector<const clang::CallExpr *>>
      Launches;

private:
  const clang::SourceManager &SM;
};

/// What is not evaluated, of a template say, cannot be spelled.
bool isKnown(const clang::Expr *E) {
  return E && !E->isTypeDependent() && !E->isValueDependent();
}

LaunchTexts textsOf(const clang::CallExpr &Call,
                    const clang::FunctionDecl &Kernel,
                    const clang::ASTContext &Ctx) {
  LaunchTexts Out;
  const auto *Chevron = dyn_cast<clang::CUDAKernelCallExpr>(&Call);
  if (!Chevron) {
    HostArithmetic Host(Ctx);
    Out.Line =
        Ctx.getSourceManager().getExpansionLineNumber(Call.getBeginLoc());
    if (isKnown(Call.getArg(1)))
      Out.Grid = Host.shape(Call.getArg(1));
    if (isKnown(Call.getArg(2)))
      Out.Block = Host.shape(Call.getArg(2));
    if (isKnown(Call.getArg(4)))
      Out.DynamicBytes = Host.text(Call.getArg(4));
    for (const auto &[Name, Value] : Host.names())
      if (Value)
        Out.Constants[Name] = *Value;
    return Out;
  }
  const clang::CUDAKernelCallExpr &Launch = *Chevron;
  Out.Line =
      Ctx.getSourceManager().getExpansionLineNumber(Launch.getBeginLoc());
  HostArithmetic Host(Ctx);
  for (unsigned I = 0; I < Kernel.getNumParams() && I < Launch.getNumArgs();
       ++I)
    if (const clang::VarDecl *Var = namedVariable(Launch.getArg(I));
        Var && Var->getType()->isIntegerType())
      Host.keep(*Var, Kernel.getParamDecl(I)->getNameAsString());
  if (const clang::Expr *Grid = launchArgument(Launch, 0))
    Out.Grid = Host.shape(Grid);
  if (const clang::Expr *Block = launchArgument(Launch, 1))
    Out.Block = Host.shape(Block);
  const clang::Expr *Dynamic = launchArgument(Launch, 2);
  Out.DynamicBytes = Dynamic ? Host.text(Dynamic) : "0";
  for (unsigned I = 0; I < Kernel.getNumParams(); ++I)
    Out.Arguments.push_back(
        I < Launch.getNumArgs() &&
                Kernel.getParamDecl(I)->getType()->isIntegerType()
            ? Host.text(Launch.getArg(I))
            : "");
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
  SizeNames Out = Names;
  Out.insert(Constants.begin(), Constants.end());
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
      for (const clang::CallExpr *Launch :
           Found.Launches.lookup(Kernel->getCanonicalDecl()))
        Mine.Launches.push_back(textsOf(*Launch, *Kernel, Ctx));
      Out.push_back(std::move(Mine));
    }
  }
  return Out;
}

} // namespace cudapipe::check
