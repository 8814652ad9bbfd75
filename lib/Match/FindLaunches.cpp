//===- FindLaunches.cpp - Who launches a kernel -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   The steps behind findLaunches()
//   Who launches a kernel
//   What a cudaLaunchConfig_t says
//   Variables that hold a launch's size
//   Launches that are not in this AST
//
//===----------------------------------------------------------------------===//

#include "Uses.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Frontend/DeviceText.h"
#include "cudapipe/Frontend/UnreadCode.h"
#include "cudapipe/Frontend/UserFiles.h"
#include "cudapipe/Match/LaunchSites.h"
#include "cudapipe/Match/UnknownSpelling.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace cudapipe {

//===- The steps behind findLaunches() ----------------------------------===//

/// The declaration that stands for \p F and all instantiations of its template;
/// an explicit specialization stands for itself.
const clang::FunctionDecl *patternOf(const clang::FunctionDecl &F);

class LaunchFinder {
public:
  LaunchFinder(const clang::FunctionDecl &Kernel, const clang::ASTContext &Ctx,
               const EditScope &Scope);
  LaunchSites find();

private:
  bool isKernel(const clang::Decl *D) const;
  bool names(const clang::Expr *E);
  bool isOnlyKernel(const clang::Expr *E);
  void classify(const Use &U);
  void mayWantAllBlocks(const Use &U);
  void classifyCall(const clang::CallExpr &Call, const clang::Expr *Outer,
                    const Use &U);
  void addSite(LaunchSite::KindTy Kind, const clang::CallExpr &At, const Use &U,
               const clang::Expr *Size);
  bool hold(const clang::VarDecl &Var, const clang::Expr *Value);
  /// Fills in what the configuration of \p Site says; false: out of sight.
  bool readConfig(LaunchSite &Site);

  void findNamesInStrings();
  void findNamesInSkippedCode();
  void findLaunchesThatDoNotParse();
  void findLaunchesElsewhere();
  void findSizeVariables();

  void hide(clang::SourceRange Where, const llvm::Twine &Why,
            OutOfSight::NeedsTy Needs = OutOfSight::Nothing);
  std::string name() const { return Kernel.getNameAsString(); }

  const clang::FunctionDecl &Kernel;
  const clang::ASTContext &Ctx;
  const clang::SourceManager &SM;
  const EditScope &Scope;
  LaunchSites Out;
  /// Local variables that hold this kernel only.
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Holders;
  bool Grown = false;
};

//===- Who launches a kernel --------------------------------------------===//

namespace {

/// What a CUDA runtime function does with the kernel it is given.
struct RuntimeFunction {
  enum Effect { Unknown, Launch, ConfiguredLaunch, Attribute, Ask, Harmless };
  Effect Does = Unknown;
  unsigned KernelArg = 0;
  /// The size; ConfiguredLaunch: the configuration.
  unsigned SizeArg = 0;
};

/// CUDA Runtime API Reference, "Execution Control", "Occupancy".
RuntimeFunction runtimeFunction(llvm::StringRef Name) {
  using R = RuntimeFunction;
  return llvm::StringSwitch<R>(Name)
      .Cases({"cudaLaunchKernel", "cudaLaunchCooperativeKernel"},
             {R::Launch, 0, 4})
      .Cases({"cudaLaunchKernelEx", "cudaLaunchKernelExC"},
             {R::ConfiguredLaunch, 1, 0})
      .Case("cudaFuncSetAttribute", {R::Attribute, 0, 2})
      .Cases({"cudaOccupancyMaxActiveBlocksPerMultiprocessor",
              "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags"},
             {R::Ask, 1, 3})
      .Cases({"cudaOccupancyMaxPotentialBlockSize",
              "cudaOccupancyMaxPotentialBlockSizeWithFlags"},
             {R::Ask, 2, 3})
      .Cases({"cudaFuncGetAttributes", "cudaFuncGetName",
              "cudaOccupancyAvailableDynamicSMemPerBlock",
              "cudaOccupancyMaxActiveClusters",
              "cudaOccupancyMaxPotentialClusterSize"},
             {R::Harmless, 1})
      .Cases({"cudaFuncSetCacheConfig", "cudaFuncSetSharedMemConfig"},
             {R::Harmless, 0})
      .Default({});
}

/// The argument as the user wrote it; null when left out.
const Expr *writtenArg(const CallExpr &Call, unsigned Index) {
  if (Index >= Call.getNumArgs() || isa<CXXDefaultArgExpr>(Call.getArg(Index)))
    return nullptr;
  return Call.getArg(Index);
}

/// True for what passes a function through unchanged.
bool isTransparent(const Stmt &S, const Expr *Inner) {
  if (const auto *Op = dyn_cast<UnaryOperator>(&S))
    return Op->getOpcode() == UO_AddrOf || Op->getOpcode() == UO_Deref;
  if (const auto *Choice = dyn_cast<ConditionalOperator>(&S))
    return Choice->getCond() != Inner;
  return isa<ParenExpr, CastExpr, FullExpr, MaterializeTemporaryExpr>(&S);
}

/// The most that the device allows: `prop.sharedMemPerBlockOptin`, or a
/// variable that cudaDeviceGetAttribute() fills in.
bool isDeviceLimit(const Expr *Size, const ASTContext &Ctx) {
  Size = Size->IgnoreParenCasts();
  if (const auto *Member = dyn_cast<MemberExpr>(Size))
    return Member->getMemberDecl()->getName() == "sharedMemPerBlockOptin";
  const VarDecl *Var = namedVariable(Size);
  if (!Var || !Var->isLocalVarDecl())
    return false;
  if (Var->getInit() && isDeviceLimit(Var->getInit(), Ctx))
    return true;
  return llvm::any_of(findUses(*Var, Ctx), [&](const Use &U) {
    const auto *Call = U.Around.size() < 2
                           ? nullptr
                           : U.Around[U.Around.size() - 2].get<CallExpr>();
    return Call && calleeName(*Call) == "cudaDeviceGetAttribute";
  });
}

/// A function or an enumerator that is for launches of all blocks at once.
bool isCooperative(llvm::StringRef Name) {
  return Name.contains("LaunchCooperative") ||
         Name.contains("AttributeCooperative") ||
         Name.contains("ATTRIBUTE_COOPERATIVE");
}

bool namesCooperative(const Expr *E) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl()->getIdentifier() &&
           isCooperative(Ref->getDecl()->getName());
  const auto *Lookup = dyn_cast<OverloadExpr>(E);
  return Lookup && Lookup->getName().getAsIdentifierInfo() &&
         isCooperative(Lookup->getName().getAsIdentifierInfo()->getName());
}

/// Functions of the user are followed so deep.
constexpr unsigned MaxCalls = 4;

/// \p S, or what it calls, has to do with launches of all blocks at once.
bool launchesAllBlocks(const Stmt *S, unsigned Depth = 0) {
  if (!S || Depth > MaxCalls)
    return false;
  if (const auto *E = dyn_cast<Expr>(S); E && namesCooperative(E))
    return true;
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Body = Call ? calledFunction(*Call) : nullptr;
  return (Body && launchesAllBlocks(Body->getBody(), Depth + 1)) ||
         llvm::any_of(S->children(), [&](const Stmt *Child) {
           return launchesAllBlocks(Child, Depth);
         });
}

} // namespace

const FunctionDecl *patternOf(const FunctionDecl &F) {
  if (F.getTemplateSpecializationKind() != TSK_ExplicitSpecialization)
    if (const FunctionTemplateDecl *Template = F.getPrimaryTemplate())
      return Template->getCanonicalDecl()
          ->getTemplatedDecl()
          ->getCanonicalDecl();
  return F.getCanonicalDecl();
}

std::string calleeName(const CallExpr &Call) {
  if (const FunctionDecl *Callee = Call.getDirectCallee())
    return Callee->getNameAsString();
  const Expr *Callee = Call.getCallee()->IgnoreParenImpCasts();
  if (const auto *Lookup = dyn_cast<OverloadExpr>(Callee))
    return Lookup->getName().getAsString();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Callee))
    return Ref->getDecl()->getNameAsString();
  return "";
}

const Expr *launchArgument(const CUDAKernelCallExpr &Launch, unsigned Index) {
  const CallExpr &Config = *Launch.getConfig();
  // In device code the kernel and its parameters come first; what is left out
  // stands at the <<<.
  if (calleeName(Config) == "cudaLaunchDevice")
    Index += 2;
  const Expr *Arg = writtenArg(Config, Index);
  return Arg && Arg->getBeginLoc() != Config.getBeginLoc() ? Arg : nullptr;
}

/// \p Size, less conversions to other numbers: `(int)bytes`.
static const Expr *withoutCasts(const Expr *Size) {
  Size = Size->IgnoreParenImpCasts();
  while (const auto *Cast = dyn_cast<ExplicitCastExpr>(Size)) {
    const Expr *From = Cast->getSubExpr()->IgnoreParenImpCasts();
    if (Cast->isTypeDependent() || From->isTypeDependent() ||
        !Cast->getType()->isIntegerType() || !From->getType()->isIntegerType())
      break;
    Size = From;
  }
  return Size;
}

const VarDecl *namedVariable(const Expr *Size) {
  const auto *Ref = dyn_cast<DeclRefExpr>(withoutCasts(Size));
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

LaunchFinder::LaunchFinder(const FunctionDecl &Kernel, const ASTContext &Ctx,
                           const EditScope &Scope)
    : Kernel(*patternOf(Kernel)), Ctx(Ctx), SM(Ctx.getSourceManager()),
      Scope(Scope) {}

void LaunchFinder::hide(SourceRange Where, const llvm::Twine &Why,
                        OutOfSight::NeedsTy Needs) {
  for (const OutOfSight &Known : Out.Hidden)
    if (Known.Where == Where && Known.Needs == Needs)
      return;
  Out.Hidden.push_back({Where, Why.str(), Needs});
}

bool LaunchFinder::isKernel(const Decl *D) const {
  if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
    D = Template->getTemplatedDecl();
  const auto *F = dyn_cast<FunctionDecl>(D);
  return F && patternOf(*F) == &Kernel;
}

/// \p E names the kernel, or a variable that holds it.
bool LaunchFinder::names(const Expr *E) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return Var ? Holders.count(Var) : isKernel(Ref->getDecl());
  }
  if (const auto *Lookup = dyn_cast<OverloadExpr>(E)) {
    if (Lookup->getName() != Kernel.getDeclName())
      return false;
    if (Lookup->getNumDecls() != 1)
      hide(E->getSourceRange(),
           "'" + name() + "' is overloaded, and a template names it");
    return llvm::any_of(Lookup->decls(),
                        [&](const NamedDecl *D) { return isKernel(D); });
  }
  if (const auto *Ref = dyn_cast<DependentScopeDeclRefExpr>(E))
    if (Ref->getDeclName() == Kernel.getDeclName())
      hide(E->getSourceRange(), "a template names '" + name() +
                                    "' in a scope that is not known yet");
  return false;
}

/// \p E can be nothing but this kernel, or null.
bool LaunchFinder::isOnlyKernel(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Op = dyn_cast<UnaryOperator>(E))
    return isTransparent(*Op, nullptr) && isOnlyKernel(Op->getSubExpr());
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return isOnlyKernel(Choice->getTrueExpr()) &&
           isOnlyKernel(Choice->getFalseExpr());
  return isa<CXXNullPtrLiteralExpr, GNUNullExpr>(E) || names(E);
}

void LaunchFinder::addSite(LaunchSite::KindTy Kind, const CallExpr &At,
                           const Use &U, const Expr *Size) {
  LaunchSite Site;
  Site.Kind = Kind;
  Site.At = &At;
  Site.Name = U.Name;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(U.Name))
    Site.Kernel = dyn_cast<FunctionDecl>(Ref->getDecl());
  if (Size)
    Site.Sizes.push_back(Size);
  Site.Around = U.statements();
  while (!Site.Around.empty() && Site.Around.back() != &At)
    Site.Around.pop_back();
  if (!Site.Around.empty())
    Site.Around.pop_back();
  Site.Host = U.function();
  if (Kind == LaunchSite::Config && !readConfig(Site))
    return;
  // A statement that is dropped may have changed what is passed.
  if (Site.Host && holdsParseError(*Site.Host, Ctx)) {
    hide(At.getSourceRange(), "part of '" + Site.Host->getNameAsString() +
                                  "', which launches it, does not parse");
    Out.Likely.push_back(std::move(Site));
    return;
  }
  SourceLocation Place = SM.getExpansionLoc(At.getBeginLoc());
  if (!Scope.contains(Place) || Scope.isRepeated(SM.getFileID(Place)))
    return hide(At.getSourceRange(),
                "it is launched in '" +
                    llvm::Twine(SM.getPresumedLoc(Place).getFilename()) + "'");
  Out.Sites.push_back(std::move(Site));
}

void LaunchFinder::classifyCall(const CallExpr &Call, const Expr *Outer,
                                const Use &U) {
  std::string Callee = calleeName(Call);
  RuntimeFunction Known = runtimeFunction(Callee);
  bool AsKernel = Known.Does != RuntimeFunction::Unknown &&
                  Known.KernelArg < Call.getNumArgs() &&
                  Call.getArg(Known.KernelArg) == Outer;
  const FunctionDecl *Host = U.function();
  const FunctionDecl *Body = AsKernel ? Host : calledFunction(Call);
  if (isCooperative(Callee) ||
      ((!AsKernel || Known.Does == RuntimeFunction::ConfiguredLaunch) && Body &&
       launchesAllBlocks(Body->getBody())))
    Out.WantsAllBlocks = Call.getSourceRange();
  if (!AsKernel)
    return hide(U.Name->getSourceRange(),
                Callee.empty() ? "it is passed to another function"
                               : "it is passed to '" + Callee + "'");
  switch (Known.Does) {
  case RuntimeFunction::Launch:
    return addSite(LaunchSite::Call, Call, U, writtenArg(Call, Known.SizeArg));
  case RuntimeFunction::ConfiguredLaunch:
    return addSite(LaunchSite::Config, Call, U, nullptr);
  case RuntimeFunction::Ask:
    return addSite(LaunchSite::Occupancy, Call, U,
                   writtenArg(Call, Known.SizeArg));
  case RuntimeFunction::Attribute: {
    const auto *Which = dyn_cast_or_null<DeclRefExpr>(
        Call.getNumArgs() > 2 ? Call.getArg(1)->IgnoreParenImpCasts()
                              : nullptr);
    if (!Which || !isa<EnumConstantDecl>(Which->getDecl()))
      return hide(U.Name->getSourceRange(),
                  "it is passed to 'cudaFuncSetAttribute' with an attribute "
                  "that is not a constant");
    if (Which->getDecl()->getName() ==
        "cudaFuncAttributeMaxDynamicSharedMemorySize") {
      const Expr *Size = Call.getArg(Known.SizeArg);
      addSite(LaunchSite::Attribute, Call, U,
              isDeviceLimit(Size, Ctx) ? nullptr : Size);
    }
    return;
  }
  case RuntimeFunction::Harmless:
  case RuntimeFunction::Unknown:
    return;
  }
}

/// What becomes of the kernel at \p U.
void LaunchFinder::classify(const Use &U) {
  const Expr *Outer = U.Name;
  auto It = U.Around.rbegin(), End = U.Around.rend();
  for (; It != End; ++It) {
    const auto *S = It->get<Stmt>();
    if (!S || !isTransparent(*S, Outer))
      break;
    Outer = cast<Expr>(S);
  }
  if (It != End) {
    if (const auto *Launch = It->get<CUDAKernelCallExpr>();
        Launch && Launch->getCallee() == Outer)
      return addSite(LaunchSite::Chevron, *Launch, U,
                     launchArgument(*Launch, 2));
    if (const auto *Call = It->get<CallExpr>())
      return classifyCall(*Call, Outer, U);
    if (const auto *Var = It->get<VarDecl>())
      if (hold(*Var, Outer))
        return;
    // A capture is a use of its own in the lambda's body.
    if (It->get<LambdaExpr>() && namedVariable(U.Name))
      return;
    if (const auto *Op = It->get<BinaryOperator>();
        Op && Op->getOpcode() == BO_Assign) {
      const VarDecl *To = namedVariable(Op->getLHS());
      if (To && hold(*To, Op->getRHS()))
        return;
    }
  }
  hide(U.Name->getSourceRange(), "its address is kept where launches of it "
                                 "cannot be followed");
  mayWantAllBlocks(U);
}

/// Somebody launches the kernel that is named at \p U, in whichever way.
void LaunchFinder::mayWantAllBlocks(const Use &U) {
  if (!findUses(Ctx, namesCooperative).empty())
    Out.WantsAllBlocks = U.Name->getSourceRange();
}

/// A local variable that gets \p Value, which names the kernel.
bool LaunchFinder::hold(const VarDecl &Var, const Expr *Value) {
  if (!Var.isLocalVarDecl() || !isOnlyKernel(Value) ||
      (Var.getInit() && !isOnlyKernel(Var.getInit())))
    return false;
  Grown |= Holders.insert(&Var).second;
  return true;
}

/// A string that names the kernel, as cuModuleGetFunction() takes it.
void LaunchFinder::findNamesInStrings() {
  std::vector<Use> Strings = findUses(Ctx, [&](const Expr *E) {
    const auto *Text = dyn_cast<StringLiteral>(E);
    return Text && Text->getCharByteWidth() == 1 && Text->getString() == name();
  });
  for (const Use &U : Strings)
    for (const DynTypedNode &Node : llvm::reverse(U.Around))
      if (const auto *Call = Node.get<CallExpr>()) {
        std::string Callee = calleeName(*Call);
        if (llvm::StringRef(Callee).contains("GetFunction") ||
            llvm::StringRef(Callee).contains("GetKernel")) {
          hide(U.Name->getSourceRange(),
               "'" + Callee + "' finds it by its name");
          mayWantAllBlocks(U);
        }
        break;
      }
}

LaunchSites LaunchFinder::find() {
  // A variable found to hold the kernel has uses of its own.
  std::vector<Use> Uses;
  do {
    Grown = false;
    Out = {};
    Uses = findUses(Ctx, [&](const Expr *E) { return names(E); });
    for (const Use &U : Uses)
      classify(U);
  } while (Grown);

  findNamesInStrings();
  findNamesInSkippedCode();
  findLaunchesElsewhere();
  findLaunchesThatDoNotParse();
  findSizeVariables();

  auto Before = [&](const LaunchSite &A, const LaunchSite &B) {
    return SM.isBeforeInTranslationUnit(A.At->getBeginLoc(),
                                        B.At->getBeginLoc());
  };
  llvm::stable_sort(Out.Sites, Before);
  return std::move(Out);
}

LaunchSites findLaunches(const FunctionDecl &Kernel, const ASTContext &Ctx,
                         const EditScope &Scope) {
  return LaunchFinder(Kernel, Ctx, Scope).find();
}

//===- What a cudaLaunchConfig_t says -----------------------------------===//
//   cudaLaunchConfig_t config = {.gridDim = g, .dynamicSmemBytes = bytes};
//   config.dynamicSmemBytes = bytes;
//   cudaLaunchKernelEx(&config, kernel, ...);
//
// The variable must be local, and be used for launches of this kernel only.

namespace {

constexpr llvm::StringLiteral SizeMember = "dynamicSmemBytes";

bool isNull(const Expr *E, const ASTContext &Ctx) {
  return !E->isValueDependent() &&
         E->isNullPointerConstant(const_cast<ASTContext &>(Ctx),
                                  Expr::NPC_ValueDependentIsNotNull);
}

/// Adds the initial size to \p Sizes; false if it cannot be told.
bool readInitializer(const Expr *Init,
                     llvm::SmallVectorImpl<const Expr *> &Sizes) {
  if (!Init)
    return true;
  Init = Init->IgnoreImplicit();
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Init))
    return Construct->getNumArgs() == 0;
  const auto *List = dyn_cast<InitListExpr>(Init);
  if (!List)
    return isa<CXXScalarValueInitExpr, ImplicitValueInitExpr>(Init);
  const auto *Record = List->getType()->getAsRecordDecl();
  if (!Record) {
    // In a template, as written.
    for (const Expr *Item : List->inits()) {
      const auto *Designated = dyn_cast<DesignatedInitExpr>(Item);
      if (!Designated || Designated->size() != 1)
        return false;
      const auto *Name = Designated->getDesignator(0)->getFieldName();
      if (Name && Name->getName() == SizeMember)
        Sizes.push_back(Designated->getInit());
    }
    return true;
  }
  for (const FieldDecl *Field : Record->fields()) {
    if (Field->getName() != SizeMember ||
        Field->getFieldIndex() >= List->getNumInits())
      continue;
    const Expr *Size = List->getInit(Field->getFieldIndex());
    if (!isa<ImplicitValueInitExpr>(Size))
      Sizes.push_back(Size);
  }
  return true;
}

} // namespace

bool LaunchFinder::readConfig(LaunchSite &Site) {
  auto Fail = [&](SourceRange Where, const llvm::Twine &Why) {
    hide(Where, "its launch configuration " + Why);
    return false;
  };
  const Expr *Passed = Site.At->getArg(0)->IgnoreParenCasts();
  const auto *Address = dyn_cast<UnaryOperator>(Passed);
  const VarDecl *Var = Address && Address->getOpcode() == UO_AddrOf
                           ? namedVariable(Address->getSubExpr())
                           : nullptr;
  if (!Var || !Var->isLocalVarDecl() || Var->isStaticLocal() ||
      Var->getType()->isReferenceType())
    return Fail(Passed->getSourceRange(), "is not a local variable");
  Site.ConfigVar = Var;
  if (!readInitializer(Var->getInit(), Site.Sizes))
    return Fail(Var->getSourceRange(), "starts as a copy of another");

  for (const Use &U : findUses(*Var, Ctx)) {
    const auto *Parent =
        U.Around.empty() ? nullptr : U.Around.back().get<Stmt>();
    const auto *Above = U.Around.size() < 2
                            ? nullptr
                            : U.Around[U.Around.size() - 2].get<Stmt>();
    SourceRange Where = U.Name->getSourceRange();
    if (const auto *Member = dyn_cast_or_null<MemberExpr>(Parent)) {
      if (Member->getMemberDecl()->getName() != SizeMember)
        continue;
      const auto *Store = dyn_cast_or_null<BinaryOperator>(Above);
      if (!Store || Store->getOpcode() != BO_Assign ||
          Store->getLHS() != Member)
        return Fail(Where, "has its size read");
      Site.Sizes.push_back(Store->getRHS());
      continue;
    }
    const auto *Op = dyn_cast_or_null<UnaryOperator>(Parent);
    // Casts, as in memset((void *)&config, ...), stand between.
    const CallExpr *Call = nullptr;
    for (const DynTypedNode &Node : llvm::reverse(U.Around)) {
      if ((Call = Node.get<CallExpr>()) ||
          !(Node.get<UnaryOperator>() || Node.get<CastExpr>() ||
            Node.get<ParenExpr>()))
        break;
    }
    if (!Op || Op->getOpcode() != UO_AddrOf || !Call)
      return Fail(Where, "is used where it cannot be followed");
    std::string Callee = calleeName(*Call);
    bool Clears = Callee == "memset" && Call->getNumArgs() == 3 &&
                  isNull(Call->getArg(1), Ctx);
    bool Ours =
        (Callee == "cudaLaunchKernelEx" || Callee == "cudaLaunchKernelExC" ||
         Callee == "cudaOccupancyMaxActiveClusters" ||
         Callee == "cudaOccupancyMaxPotentialClusterSize") &&
        Call->getNumArgs() > 1 && isOnlyKernel(Call->getArg(1));
    if (!Clears && !Ours)
      return Fail(Where,
                  Callee.empty()
                      ? llvm::Twine("is passed to another function")
                      : "is passed to '" + llvm::Twine(Callee) + "' too");
  }
  return true;
}

//===- Variables that hold a launch's size ------------------------------===//

/// `if (smem > limit)`: what is compared may follow the size.
static bool isComparedInIf(const Use &U, const ASTContext &Ctx) {
  bool Compared = false;
  const Stmt *Inner = U.Name;
  for (const DynTypedNode &Node : llvm::reverse(U.Around)) {
    const auto *S = Node.get<Stmt>();
    if (!S)
      return false;
    if (const auto *If = dyn_cast<IfStmt>(S))
      return Compared && If->getCond() == Inner && !If->isConstexpr();
    if (const auto *Op = dyn_cast<BinaryOperator>(S)) {
      if (!Op->isRelationalOp() && !Op->isLogicalOp())
        return false;
      Compared |= Op->isRelationalOp();
    } else if (!isa<ParenExpr, ImplicitCastExpr>(S)) {
      // `limit < size_t(SMEM)`
      const auto *Cast = dyn_cast<ExplicitCastExpr>(S);
      if (!Cast || !Cast->getType()->isIntegerType() ||
          Ctx.getTypeSize(Cast->getType()) < 32)
        return false;
    }
    Inner = S;
  }
  return false;
}

/// \p Var is a constant of the file, and all that its text calls so is in
/// \p Uses: none in what an #if switches off, or in a macro.
static bool isConstantOfFile(const VarDecl &Var, llvm::ArrayRef<Use> Uses,
                             const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  const FileID File = SM.getMainFileID();
  if (!Var.getDeclContext()->getRedeclContext()->isFileContext() ||
      !Var.getType().isConstQualified() || Var.isExternallyVisible() ||
      Var.isTemplated() || isa<VarTemplateSpecializationDecl>(Var) ||
      Var.getLocation().isMacroID() || SM.getFileID(Var.getLocation()) != File)
    return false;
  llvm::DenseSet<unsigned> Known{SM.getFileOffset(Var.getLocation())};
  for (const Use &U : Uses)
    if (!U.Name->getBeginLoc().isMacroID() &&
        SM.getFileID(U.Name->getBeginLoc()) == File)
      Known.insert(SM.getFileOffset(U.Name->getBeginLoc()));
  llvm::StringRef Code = SM.getBufferData(File);
  Lexer Lex(SM.getLocForStartOfFile(File), Ctx.getLangOpts(), Code.begin(),
            Code.begin(), Code.end());
  Token Tok;
  while (!Lex.LexFromRawLexer(Tok))
    if (Tok.is(tok::raw_identifier) &&
        Tok.getRawIdentifier() == Var.getName() &&
        !Known.contains(SM.getFileOffset(Tok.getLocation())))
      return false;
  return true;
}

void LaunchFinder::findSizeVariables() {
  llvm::SmallPtrSet<const Expr *, 8> Sizes;
  llvm::SetVector<const VarDecl *> Candidates;
  for (const LaunchSite &Site : Out.Sites)
    for (const Expr *Size : Site.Sizes) {
      const VarDecl *Var = namedVariable(Size);
      if (!Var)
        continue;
      Sizes.insert(withoutCasts(Size));
      // A narrow one need not hold twice the size.
      if ((Var->isLocalVarDecl() || Var->isFileVarDecl()) && Var->getInit() &&
          !Var->getType()->isReferenceType() &&
          (Var->getType()->isDependentType() ||
           Ctx.getTypeSize(Var->getType()) >= 32))
        Candidates.insert(Var);
    }
  for (const VarDecl *Var : Candidates)
    if (const std::vector<Use> Uses = findUses(*Var, Ctx);
        (Var->isLocalVarDecl() || isConstantOfFile(*Var, Uses, Ctx)) &&
        llvm::all_of(Uses, [&](const Use &U) {
          return Sizes.count(U.Name) || isComparedInIf(U, Ctx) ||
                 (!U.Around.empty() && U.Around.back().get<LambdaExpr>());
        }))
      Out.SizeVariables.push_back(Var);
}

//===- Launches that are not in this AST --------------------------------===//

/// The name in code that an `#if` switches off, that does not parse, or in a
/// macro that nobody uses here: there may be a launch.
void LaunchFinder::findNamesInSkippedCode() {
  if (std::optional<UnknownSpelling> Found = findUnknownSpelling(Kernel, Ctx))
    hide(SourceRange(Found->At), Found->Why + " names it");
}

/// A launch of all blocks at once may be what does not parse.
void LaunchFinder::findLaunchesThatDoNotParse() {
  if (unreadCodeOf(Ctx).Errors.empty())
    return;
  auto Hidden = llvm::find_if(Out.Hidden, [](const OutOfSight &Hidden) {
    return Hidden.Needs == OutOfSight::Nothing;
  });
  if (Hidden == Out.Hidden.end() || Out.WantsAllBlocks.isValid())
    return;
  forUserBuffers(SM, [&](FileID File) {
    std::optional<llvm::StringRef> Code = SM.getBufferDataOrNone(File);
    if (Code && (Code->contains("LaunchCooperative") ||
                 Code->contains("AttributeCooperative")))
      Out.WantsAllBlocks = Hidden->Where;
  });
}

/// Declarations by which other files can launch the kernel.
void LaunchFinder::findLaunchesElsewhere() {
  const FunctionTemplateDecl *Template = Kernel.getDescribedFunctionTemplate();
  bool Launched = false, Dependent = false;
  llvm::SmallPtrSet<const FunctionDecl *, 4> Seen;
  for (const LaunchSite &Site : Out.Sites)
    if (Site.isLaunch()) {
      Launched = true;
      Dependent |= !Site.Kernel;
      if (Site.Kernel)
        Seen.insert(Site.Kernel->getCanonicalDecl());
    }
  if (Template)
    for (const FunctionDecl *F : Template->specializations()) {
      TemplateSpecializationKind Kind = F->getTemplateSpecializationKind();
      if (Kind == TSK_ExplicitSpecialization)
        hide(F->getSourceRange(), "a launch may mean this specialization");
      else if (Kind == TSK_ExplicitInstantiationDefinition && !Dependent &&
               !Seen.count(F->getCanonicalDecl()) && Launched)
        hide(F->getPointOfInstantiation(),
             "it is instantiated for others to launch", OutOfSight::Launch);
    }
  if (!Launched)
    hide(Kernel.getLocation(), "no launch of it is in this file",
         OutOfSight::Launch);

  for (const FunctionDecl *F : Kernel.redecls()) {
    // A static kernel of a header is one in each file, of the same text.
    SourceLocation At = SM.getExpansionLoc(F->getLocation());
    if (!SM.isInMainFile(At))
      hide(F->getLocation(),
           "'" +
               llvm::sys::path::filename(SM.getPresumedLoc(At).getFilename()) +
               "' declares it, so other files may launch it",
           OutOfSight::Files);
  }
  for (const auto &[Header, At] : unreadCodeOf(Ctx).Missing)
    if (isCommonLibrary(Header))
      continue;
    else if (SM.isBeforeInTranslationUnit(Kernel.getLocation(), At))
      hide(At, "'" + Header + "' was not found, and may launch it");
    else if (Kernel.isExternallyVisible())
      hide(At,
           "'" + Header +
               "' was not found, and may declare it, so other files "
               "may launch it",
           OutOfSight::Files);
  llvm::StringRef Main =
      SM.getFilename(SM.getLocForStartOfFile(SM.getMainFileID()));
  llvm::StringRef Extension = llvm::sys::path::extension(Main);
  if (Extension.starts_with(".h") || Extension.starts_with(".in") ||
      Extension == ".cuh")
    hide(Kernel.getLocation(),
         "it stands in a header, so other files may launch it",
         OutOfSight::Files);
}

} // namespace cudapipe
