//===- FindKernels.cpp - How a kernel is called ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostArithmetic.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/TripCount.h"
#include "cudapipe/Match/KernelFacts.h"
#include "cudapipe/Match/LaunchSites.h"
#include "cudapipe/Match/LoopCandidate.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace cudapipe {
namespace {

/// The kernels of the main file, of a template the instantiations as well.
class Collector : public DynamicRecursiveASTVisitor {
public:
  explicit Collector(const SourceManager &SM) : SM(SM) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    SourceLocation Loc = SM.getExpansionLoc(F->getLocation());
    if (F->hasAttr<CUDAGlobalAttr>() && F->doesThisDeclarationHaveABody() &&
        SM.isInMainFile(Loc))
      ByPlace[Loc.getRawEncoding()].push_back(F);
    return true;
  }

  llvm::MapVector<unsigned, std::vector<const FunctionDecl *>> ByPlace;

private:
  const SourceManager &SM;
};

/// What a kernel's body does with its parameters.
class ParameterUses : public DynamicRecursiveASTVisitor {
public:
  bool VisitBinaryOperator(BinaryOperator *Op) override {
    if (const ParmVarDecl *Param = paramOf(Op->getLHS());
        Param && Op->isAssignmentOp())
      Moved.insert(Op->getLHS()->IgnoreParens()); // `C += offset`
    if (Op->getOpcode() == BO_Assign)
      if (const DeclRefExpr *Base = baseOf(Op->getLHS()))
        Stored.insert(Base);
    if (Op->isComparisonOp() && !Headers.count(Op))
      for (const Expr *Side : {Op->getLHS(), Op->getRHS()})
        if (const ParmVarDecl *Param = paramOf(Side))
          Compared.insert(Param);
    return true;
  }
  bool VisitForStmt(ForStmt *Loop) override {
    if (Loop->getCond())
      Headers.insert(Loop->getCond()->IgnoreImplicit());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    if (const auto *Param = dyn_cast<ParmVarDecl>(Ref->getDecl()))
      Uses[Param].push_back(Ref);
    return true;
  }

  /// Every use of the pointer \p Param is `Param[i] = value`.
  bool isOnlyStored(const ParmVarDecl *Param) {
    return !Uses[Param].empty() &&
           llvm::all_of(Uses[Param], [&](const DeclRefExpr *Ref) {
             return Stored.count(Ref) || Moved.count(Ref);
           });
  }
  bool isCompared(const ParmVarDecl *Param) const {
    return Compared.count(Param);
  }

private:
  static const ParmVarDecl *paramOf(const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
  }
  /// `A` of `A[i]` and `*A`.
  static const DeclRefExpr *baseOf(const Expr *E) {
    E = E->IgnoreParens();
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
      return dyn_cast<DeclRefExpr>(Subscript->getBase()->IgnoreParenImpCasts());
    const auto *Deref = dyn_cast<UnaryOperator>(E);
    if (!Deref || Deref->getOpcode() != UO_Deref)
      return nullptr;
    return dyn_cast<DeclRefExpr>(Deref->getSubExpr()->IgnoreParenImpCasts());
  }

  std::set<const Expr *> Headers, Stored, Moved;
  std::set<const ParmVarDecl *> Compared;
  std::map<const ParmVarDecl *, std::vector<const DeclRefExpr *>> Uses;
};

/// The one parameter that \p Limit depends on, and by what it is divided.
void findLimit(const Expr *Limit, const ASTContext &Ctx, unsigned Depth,
               std::set<const ParmVarDecl *> &Params, int64_t &Divisor) {
  if (Depth > 8)
    return;
  Limit = Limit->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Limit)) {
    if (const auto *Param = dyn_cast<ParmVarDecl>(Ref->getDecl()))
      Params.insert(Param);
    else if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
             Var && initialValue(*Var) && isNeverChanged(*Var))
      findLimit(initialValue(*Var), Ctx, Depth + 1, Params, Divisor);
    return;
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(Limit);
      Op && Op->getOpcode() == BO_Div)
    Divisor *= knownValue(Op->getRHS()->IgnoreParenCasts(), Ctx).value_or(1);
  for (const Stmt *Child : Limit->children())
    if (const auto *E = dyn_cast_or_null<Expr>(Child))
      findLimit(E, Ctx, Depth + 1, Params, Divisor);
}

/// What one trip of the K-loop \p Loop takes of a parameter.
void addTile(const ForStmt &Loop, const ASTContext &Ctx, KernelFacts &Out) {
  const auto *Cond = dyn_cast_or_null<BinaryOperator>(
      Loop.getCond() ? Loop.getCond()->IgnoreImplicit() : nullptr);
  if (!Cond || !Loop.getInc() || !Cond->isComparisonOp() ||
      Cond->isTypeDependent() || Cond->isValueDependent())
    return;
  std::optional<int64_t> Step;
  const Expr *Inc = Loop.getInc()->IgnoreImplicit();
  if (const auto *Up = dyn_cast<UnaryOperator>(Inc); Up && Up->isIncrementOp())
    Step = 1;
  else if (const auto *Add = dyn_cast<BinaryOperator>(Inc);
           Add && Add->getOpcode() == BO_AddAssign)
    Step = knownValue(Add->getRHS(), Ctx);
  std::set<const ParmVarDecl *> Params;
  int64_t Divisor = 1;
  findLimit(Cond->getRHS(), Ctx, 0, Params, Divisor);
  if (Step && *Step > 0 && Params.size() == 1 && Divisor > 0 &&
      (*Params.begin())->getType()->isIntegerType())
    Out.Tiles[(*Params.begin())->getNameAsString()] = *Step * Divisor;
}

/// Where \p Host allocates what \p Var points to: the bytes, or null.
const Expr *allocatedBytes(const Stmt *Host, const VarDecl &Var) {
  if (!Host)
    return nullptr;
  if (const auto *Call = dyn_cast<CallExpr>(Host))
    if (const FunctionDecl *Callee = Call->getDirectCallee();
        Callee && Callee->getIdentifier() && Call->getNumArgs() >= 2 &&
        llvm::StringSwitch<bool>(Callee->getName())
            .Cases({"cudaMalloc", "cudaMallocManaged", "cudaMallocAsync"}, true)
            .Default(false)) {
      const auto *Address =
          dyn_cast<UnaryOperator>(Call->getArg(0)->IgnoreParenCasts());
      const auto *Ref =
          Address
              ? dyn_cast<DeclRefExpr>(Address->getSubExpr()->IgnoreParenCasts())
              : nullptr;
      if (Ref && Ref->getDecl()->getCanonicalDecl() == Var.getCanonicalDecl())
        return Call->getArg(1);
    }
  for (const Stmt *Child : Host->children())
    if (const Expr *Found = allocatedBytes(Child, Var))
      return Found;
  return nullptr;
}

class KernelReader {
public:
  KernelReader(llvm::ArrayRef<const FunctionDecl *> Kernels, ASTContext &Ctx)
      : Kernels(Kernels), Ctx(Ctx), SM(Ctx.getSourceManager()) {}

  KernelFacts read(llvm::ArrayRef<LoopCandidate> Loops) {
    const FunctionDecl &Kernel = *Kernels.front();
    Out.Name = Kernel.getNameAsString();
    Out.QualifiedName = Kernel.getQualifiedNameAsString();
    Out.Line = SM.getExpansionLineNumber(Kernel.getLocation());
    Out.EndLine = SM.getExpansionLineNumber(Kernel.getEndLoc());
    Out.IsTemplate = Kernels.size() > 1 || Kernel.isTemplated() ||
                     Kernel.getPrimaryTemplate();
    // An instantiation knows what the template does not.
    const FunctionDecl &Known = *Kernels.back();
    Out.Example = &Known;
    if (const auto *Bounds = Known.getAttr<CUDALaunchBoundsAttr>())
      Out.MaxThreads = constantValue(Bounds->getMaxThreads(), Ctx);
    Uses.TraverseStmt(Known.getBody());
    for (const ParmVarDecl *Param : Known.parameters())
      Out.Parameters.push_back(parameter(*Param));
    for (const LoopCandidate &Candidate : Loops)
      if (llvm::is_contained(Kernels, Candidate.Kernel))
        if (const auto *Loop = dyn_cast<ForStmt>(Candidate.Loop))
          addTile(*Loop, Ctx, Out);
    for (const ParmVarDecl *Param : Known.parameters())
      if (Param->getType()->isIntegerType() && Uses.isCompared(Param))
        Out.Bounds.insert(Param->getNameAsString());
    EditScope Scope(SM, "");
    LaunchSites Found = findLaunches(Kernel, Ctx, Scope);
    for (const LaunchSite &Site : Found.Sites)
      if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Site.At))
        Out.Launches.push_back(launch(*Launch, Site));
    return std::move(Out);
  }

private:
  KernelParameter parameter(const ParmVarDecl &Param) {
    KernelParameter P;
    P.Name = Param.getNameAsString();
    PrintingPolicy Policy(Ctx.getLangOpts());
    P.Type = Param.getType().getCanonicalType().getAsString(Policy);
    if (const auto *Pointer = Param.getType()->getAs<PointerType>()) {
      QualType To = Pointer->getPointeeType();
      if (To->isFunctionType())
        return P;
      P.Element =
          To.getCanonicalType().getUnqualifiedType().getAsString(Policy);
      P.IsWritten = !To.isConstQualified();
      P.IsRead = !P.IsWritten || !Uses.isOnlyStored(&Param);
    }
    return P;
  }

  KernelLaunch launch(const CUDAKernelCallExpr &Launch,
                      const LaunchSite &Site) {
    KernelLaunch L;
    L.Line = SM.getExpansionLineNumber(Launch.getBeginLoc());
    const FunctionDecl *Callee = Launch.getDirectCallee();
    if (Callee) {
      llvm::raw_string_ostream Name(L.Kernel);
      Callee->getNameForDiagnostic(Name, PrintingPolicy(Ctx.getLangOpts()),
                                   /*Qualified=*/true);
    }
    const FunctionDecl &Kernel = Callee ? *Callee : *Kernels.back();
    HostArithmetic Host(Ctx);
    // What is passed as such has the parameter's name in all sizes.
    for (unsigned I = 0; I < Kernel.getNumParams() && I < Launch.getNumArgs();
         ++I)
      if (const VarDecl *Var = namedVariable(Launch.getArg(I));
          Var && Var->getType()->isIntegerType())
        Host.keep(*Var, Kernel.getParamDecl(I)->getNameAsString());
    if (const Expr *Grid = launchArgument(Launch, 0))
      L.Grid = Host.shape(Grid);
    if (const Expr *Block = launchArgument(Launch, 1))
      L.Block = Host.shape(Block);
    const Expr *Dynamic = launchArgument(Launch, 2);
    L.DynamicBytes = Dynamic ? Host.text(Dynamic) : "0";
    for (unsigned I = 0; I < Kernel.getNumParams(); ++I)
      L.Arguments.push_back(
          I < Launch.getNumArgs()
              ? argument(*Launch.getArg(I), *Kernel.getParamDecl(I), Site, Host)
              : "");
    L.Names = Host.names();
    return L;
  }

  std::string argument(const Expr &Arg, const ParmVarDecl &Param,
                       const LaunchSite &Site, HostArithmetic &Host) {
    const auto *Pointer = Param.getType()->getAs<PointerType>();
    if (!Pointer)
      return Host.text(&Arg);
    const auto *Ref = dyn_cast<DeclRefExpr>(Arg.IgnoreParenCasts());
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    QualType To = Pointer->getPointeeType();
    if (!Var || !Site.Host || To->isIncompleteType() || To->isDependentType())
      return "";
    const Expr *Bytes = allocatedBytes(Site.Host->getBody(), *Var);
    return Bytes
               ? Host.elements(Bytes, Ctx.getTypeSizeInChars(To).getQuantity())
               : "";
  }

  llvm::ArrayRef<const FunctionDecl *> Kernels;
  ASTContext &Ctx;
  const SourceManager &SM;
  ParameterUses Uses;
  KernelFacts Out;
};

} // namespace

std::vector<KernelFacts> findKernels(ASTContext &Ctx) {
  Collector Found(Ctx.getSourceManager());
  Found.TraverseAST(Ctx);
  std::vector<LoopCandidate> Loops = findLoops(Ctx);
  std::vector<KernelFacts> Out;
  for (const auto &Entry : Found.ByPlace)
    Out.push_back(KernelReader(Entry.second, Ctx).read(Loops));
  return Out;
}

} // namespace cudapipe
