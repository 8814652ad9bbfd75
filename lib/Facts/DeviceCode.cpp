//===- DeviceCode.cpp - LLVM IR of device functions -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   What a function calls and names, by its AST
//   The module that CodeGen makes of it
//   The form in which it is asked
//   Loops and statements of the source
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Facts/DeviceCode.h"
#include "cudapipe/Analyze/AsmText.h"
#include "cudapipe/Analyze/PerAst.h"
#include "cudapipe/Frontend/UnreadCode.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ProfileSummaryInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace clang;

namespace cudapipe {
namespace {

//===- What a function calls and names, by its AST ----------------------===//

/// The declarations that the code of a function needs, its own first.
class NeededDecls : public DynamicRecursiveASTVisitor {
public:
  NeededDecls(const NeededDecls &) = delete;
  ~NeededDecls() override {
    for (auto [Asm, Text] : llvm::reverse(Respelled))
      Asm->setAsmStringExpr(Text);
  }
  explicit NeededDecls(const FunctionDecl &Root)
      : Ctx(Root.getASTContext()), Assumed(madeUpMacrosOf(Ctx)) {
    ShouldVisitImplicitCode = true;
    ShouldVisitTemplateInstantiations = true;
    addFunction(Root);
    for (size_t I = 0; I < Functions.size() && !IsBroken; ++I)
      TraverseDecl(const_cast<FunctionDecl *>(Functions[I]));
  }

  std::vector<const FunctionDecl *> Functions;
  std::vector<const VarDecl *> Variables, Statics;
  llvm::SmallVector<const FunctionDecl *, 8> Declared;
  bool IsBroken = false;
  /// A number is none of the user's: its macro is missing.
  std::string AssumedValue;

  bool VisitExpr(Expr *E) override {
    IsBroken |= E->containsErrors();
    if (const SourceLocation At = E->getBeginLoc();
        At.isMacroID() && !Assumed.empty())
      if (const llvm::StringRef Macro = Lexer::getImmediateMacroName(
              At, Ctx.getSourceManager(), Ctx.getLangOpts());
          AssumedValue.empty() && Assumed.contains(Macro))
        AssumedValue = Macro.str();
    return !IsBroken;
  }
  bool VisitVarDecl(VarDecl *Var) override {
    IsBroken |= Var->isInvalidDecl();
    if (Var->isStaticLocal() || Var->hasAttr<CUDASharedAttr>())
      Statics.push_back(Var);
    return !IsBroken;
  }
  /// `%laneid` in a text with operands, which only nvcc understands, becomes
  /// `%%laneid` as long as this lives.
  bool VisitGCCAsmStmt(GCCAsmStmt *Asm) override {
    if (isUnderstood(*Asm))
      return !IsBroken;
    Expr *Old = Asm->getAsmStringExpr();
    const std::string Text = asmText(*Asm);
    QualType Type = Ctx.getStringLiteralArrayType(Ctx.CharTy, Text.size());
    Asm->setAsmStringExpr(
        StringLiteral::Create(Ctx, Text, StringLiteralKind::Ordinary,
                              /*Pascal=*/false, Type, Old->getBeginLoc()));
    Respelled.push_back({Asm, Old});
    IsBroken |= !isUnderstood(*Asm);
    return !IsBroken;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    addDecl(*Ref->getDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *Member) override {
    addDecl(*Member->getMemberDecl());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Construct) override {
    addFunction(*Construct->getConstructor());
    return true;
  }
  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *Bind) override {
    if (const CXXDestructorDecl *Ends = Bind->getTemporary()->getDestructor())
      addFunction(*Ends);
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *Lambda) override {
    if (const CXXMethodDecl *Call = Lambda->getCallOperator())
      addFunction(*Call);
    return true;
  }
  bool VisitCXXInheritedCtorInitExpr(CXXInheritedCtorInitExpr *Init) override {
    addFunction(*Init->getConstructor());
    return true;
  }

private:
  void addDecl(const ValueDecl &D) {
    if (const auto *Function = dyn_cast<FunctionDecl>(&D))
      addFunction(*Function);
    else if (const auto *Var = dyn_cast<VarDecl>(&D);
             Var && Var->hasGlobalStorage() && !Var->isStaticLocal() &&
             Seen.insert(Var->getCanonicalDecl()).second) {
      IsBroken |= Var->isInvalidDecl();
      Variables.push_back(Var);
      if (const Expr *Init = Var->getAnyInitializer())
        TraverseStmt(const_cast<Expr *>(Init));
    }
  }
  void addFunction(const FunctionDecl &Function) {
    // Of templates the instances are called: of a generic lambda, too.
    if (Function.isTemplated() ||
        !Seen.insert(Function.getCanonicalDecl()).second)
      return;
    const FunctionDecl *Body = nullptr;
    if (!Function.hasBody(Body)) {
      Declared.push_back(&Function);
      return;
    }
    // In a template, Clang drops the statement with the error.
    IsBroken |= Body->isInvalidDecl() || holdsParseError(*Body, Ctx);
    Functions.push_back(Body);
  }

  bool isUnderstood(const GCCAsmStmt &Asm) const {
    llvm::SmallVector<GCCAsmStmt::AsmStringPiece, 4> Pieces;
    unsigned Offset = 0;
    return Asm.AnalyzeAsmString(Pieces, Ctx, Offset) == 0;
  }

  const ASTContext &Ctx;
  const llvm::StringSet<> &Assumed;
  llvm::SmallPtrSet<const Decl *, 32> Seen;
  /// Statements with another text than their own, which is beside them.
  llvm::SmallVector<std::pair<GCCAsmStmt *, Expr *>, 0> Respelled;
};

//===- The form in which it is asked ------------------------------------===//

} // namespace

bool isReadOnlyCopy(const llvm::Argument &Param) {
  if (!Param.hasByValAttr())
    return false;
  llvm::SmallVector<const llvm::Value *> Work{&Param};
  while (!Work.empty())
    for (const llvm::Use &U : Work.pop_back_val()->uses()) {
      const llvm::User *By = U.getUser();
      const auto *Copy = dyn_cast<llvm::AnyMemTransferInst>(By);
      if (isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst,
              llvm::BitCastInst>(By))
        Work.push_back(By);
      else if (!isa<llvm::LoadInst>(By) && !(Copy && U.getOperandNo() == 1))
        return false;
    }
  return true;
}

bool isBuiltinVariable(const llvm::GlobalVariable &Global) {
  return Global.isDeclaration() &&
         llvm::is_contained(
             {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"},
             Global.getName());
}

namespace {

llvm::Function *calledBody(const llvm::CallBase &Call) {
  llvm::Function *Callee = Call.getCalledFunction();
  return Callee && !Callee->isDeclaration() ? Callee : nullptr;
}

/// \p F may be called while it runs.
bool callsItself(const llvm::Function &F) {
  llvm::SmallPtrSet<const llvm::Function *, 8> Seen;
  llvm::SmallVector<const llvm::Function *> Work{&F};
  while (!Work.empty())
    for (const llvm::Instruction &I : instructions(*Work.pop_back_val()))
      if (const auto *Call = dyn_cast<llvm::CallBase>(&I))
        if (const llvm::Function *Callee = calledBody(*Call)) {
          if (Callee == &F)
            return true;
          if (Seen.insert(Callee).second)
            Work.push_back(Callee);
        }
  return false;
}

/// All that \p Root calls becomes a part of it. False if that is more than
/// anybody would analyze.
bool inlineCalls(llvm::Function &Root) {
  constexpr unsigned MostInstructions = 200000;
  llvm::DenseMap<const llvm::Function *, bool> Recursive;
  for (const llvm::Function &F : *Root.getParent())
    Recursive[&F] = callsItself(F);
  llvm::SmallVector<llvm::WeakTrackingVH> Calls;
  for (llvm::Instruction &I : instructions(Root))
    if (isa<llvm::CallBase>(I))
      Calls.push_back(&I);
  while (!Calls.empty()) {
    auto *Call = dyn_cast_or_null<llvm::CallBase>(Calls.pop_back_val());
    const llvm::Function *Callee = Call ? calledBody(*Call) : nullptr;
    if (!Callee || Recursive.lookup(Callee))
      continue;
    llvm::InlineFunctionInfo Info;
    if (llvm::InlineFunction(*Call, Info).isSuccess())
      for (llvm::CallBase *Inner : Info.InlinedCallSites)
        Calls.push_back(Inner);
    if (Root.getInstructionCount() > MostInstructions)
      return false;
  }
  return true;
}

/// A failed assertion ends the kernel: the branch to it decides nothing.
void cutDeadEnds(llvm::Function &F) {
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> Dead;
  for (bool Changed = true; std::exchange(Changed, false);)
    for (llvm::BasicBlock &Block : F) {
      const llvm::Instruction *End = Block.getTerminator();
      const bool Ends =
          isa<llvm::UnreachableInst>(End) ||
          (End->getNumSuccessors() != 0 &&
           llvm::all_of(successors(&Block), [&](const llvm::BasicBlock *To) {
             return Dead.contains(To);
           }));
      Changed |= Ends && Dead.insert(&Block).second;
    }
  for (llvm::BasicBlock &Block : F) {
    if (Dead.contains(&Block))
      continue;
    llvm::Instruction *End = Block.getTerminator();
    if (auto *Switch = dyn_cast<llvm::SwitchInst>(End)) {
      for (auto Case = Switch->case_begin(); Case != Switch->case_end();)
        if (Dead.contains(Case->getCaseSuccessor())) {
          Case->getCaseSuccessor()->removePredecessor(&Block);
          Case = Switch->removeCase(Case);
        } else {
          ++Case;
        }
      if (Dead.contains(Switch->getDefaultDest()) && Switch->getNumCases()) {
        llvm::BasicBlock *To = Switch->case_begin()->getCaseSuccessor();
        Switch->getDefaultDest()->removePredecessor(&Block);
        for (llvm::PHINode &Phi : To->phis())
          Phi.addIncoming(Phi.getIncomingValueForBlock(&Block), &Block);
        Switch->setDefaultDest(To);
      }
      continue;
    }
    auto *Branch = dyn_cast<llvm::BranchInst>(End);
    if (!Branch || !Branch->isConditional())
      continue;
    for (unsigned I : {0u, 1u})
      if (Dead.contains(Branch->getSuccessor(I))) {
        Branch->getSuccessor(I)->removePredecessor(&Block);
        llvm::BranchInst::Create(Branch->getSuccessor(1 - I),
                                 Branch->getIterator())
            ->setDebugLoc(Branch->getDebugLoc());
        Branch->eraseFromParent();
        break;
      }
  }
  llvm::removeUnreachableBlocks(F);
}

/// The numbers that a part of threadIdx and its like may have (CUDA C++
/// Programming Guide, Technical Specifications): first, and one behind the
/// last.
std::optional<std::pair<uint32_t, uint32_t>>
rangeOfBuiltin(const llvm::GlobalVariable &Global, int64_t Offset) {
  const bool IsX = Offset == 0, IsZ = Offset == 8;
  const uint32_t Threads = IsZ ? 64 : 1024, Blocks = IsX ? INT32_MAX : 65535;
  const llvm::StringRef Name = Global.getName();
  if (Name == "threadIdx")
    return std::pair(0u, Threads);
  if (Name == "blockDim")
    return std::pair(1u, Threads + 1);
  if (Name == "blockIdx")
    return std::pair(0u, Blocks);
  if (Name == "gridDim")
    return std::pair(1u, Blocks + 1);
  return std::nullopt;
}

/// What all read that ask for a register of the hardware, or for a part of a
/// parameter: read once, at the entry, it is one value of ScalarEvolution's.
void readOnce(llvm::Function &F) {
  llvm::DenseMap<std::pair<const llvm::Value *, int64_t>, llvm::Instruction *>
      First;
  llvm::SmallVector<llvm::Instruction *> Reads;
  for (llvm::Instruction &I : instructions(F))
    Reads.push_back(&I);
  for (llvm::Instruction *I : Reads) {
    std::pair<const llvm::Value *, int64_t> Key(nullptr, 0);
    if (auto *Load = dyn_cast<llvm::LoadInst>(I); Load && Load->isSimple()) {
      llvm::APInt Offset(64, 0);
      const llvm::Value *Base =
          Load->getPointerOperand()->stripAndAccumulateConstantOffsets(
              F.getDataLayout(), Offset, /*AllowNonInbounds=*/true);
      const auto *Param = dyn_cast<llvm::Argument>(Base);
      const auto *Global = dyn_cast<llvm::GlobalVariable>(Base);
      if ((Param && isReadOnlyCopy(*Param)) ||
          (Global && isBuiltinVariable(*Global)))
        Key = {Base, Offset.getSExtValue()};
    } else if (auto *Call = dyn_cast<llvm::CallInst>(I);
               Call && Call->arg_empty() && Call->getCalledFunction() &&
               Call->getCalledFunction()->getName().starts_with(
                   "llvm.nvvm.read.ptx.sreg.") &&
               Call->doesNotAccessMemory()) {
      Key = {Call->getCalledFunction(), 0};
    }
    if (!Key.first)
      continue;
    auto [It, IsNew] = First.try_emplace(Key, I);
    llvm::Instruction *One = It->second;
    if (!IsNew && One->getType() == I->getType()) {
      I->replaceAllUsesWith(One);
      I->eraseFromParent();
      continue;
    }
    llvm::BasicBlock &Entry = F.getEntryBlock();
    auto Top = Entry.getFirstNonPHIOrDbgOrAlloca();
    if (auto *Load = dyn_cast<llvm::LoadInst>(I)) {
      auto *Base = const_cast<llvm::Value *>(Key.first);
      llvm::Type *Byte = llvm::Type::getInt8Ty(F.getContext());
      auto *At = llvm::GetElementPtrInst::Create(
          Byte, Base,
          llvm::ConstantInt::getSigned(llvm::Type::getInt64Ty(F.getContext()),
                                       Key.second),
          "", Top);
      Load->setOperand(Load->getPointerOperandIndex(), At);
      const auto *Global = dyn_cast<llvm::GlobalVariable>(Base);
      auto Range = Global && Load->getType()->isIntegerTy(32)
                       ? rangeOfBuiltin(*Global, Key.second)
                       : std::nullopt;
      if (Range)
        Load->setMetadata(llvm::LLVMContext::MD_range,
                          llvm::MDBuilder(F.getContext())
                              .createRange(llvm::APInt(32, Range->first),
                                           llvm::APInt(32, Range->second)));
      I->moveBefore(std::next(At->getIterator()));
    } else {
      I->moveBefore(Top);
    }
  }
}

} // namespace

//===- The module that CodeGen makes of it ------------------------------===//

class DeviceCode::Maker {
public:
  Maker(const FunctionDecl &Function, bool IsToPlay,
        std::string *Undefined = nullptr)
      : Function(Function), Ctx(Function.getASTContext()), IsToPlay(IsToPlay),
        Undefined(Undefined) {}

  std::unique_ptr<DeviceCode> make();

private:
  bool emit(DeviceCode &Code);
  bool tidy(DeviceCode &Code);

  const FunctionDecl &Function;
  ASTContext &Ctx;
  bool IsToPlay;
  std::string *Undefined;
};

bool DeviceCode::Maker::emit(DeviceCode &Code) {
  const NeededDecls Needed(Function);
  if (Undefined)
    *Undefined = Needed.AssumedValue;
  if (Needed.IsBroken || Needed.Functions.empty() ||
      (IsToPlay && !Needed.AssumedValue.empty()))
    return false;
  CodeGenOptions Options;
  // At -O0 each function would be marked optnone.
  Options.OptimizationLevel = 1;
  Options.DisableLLVMPasses = true;
  Options.setDebugInfo(llvm::codegenoptions::LocTrackingOnly);
  Options.DebugColumnInfo = true;
  // Errors of the host's code are no matter here.
  DiagnosticOptions DiagnosticWishes;
  DiagnosticsEngine Silent(Ctx.getDiagnostics().getDiagnosticIDs(),
                           DiagnosticWishes, new IgnoringDiagConsumer);
  Silent.setSourceManager(&Ctx.getSourceManager());
  const HeaderSearchOptions Search;
  const PreprocessorOptions Preprocessing;
  Code.Context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<CodeGenerator> Generator(
      CreateLLVMCodeGen(Silent, "", llvm::vfs::getRealFileSystem(), Search,
                        Preprocessing, Options, *Code.Context));
  Generator->Initialize(Ctx);
  for (const VarDecl *Var : Needed.Variables)
    Generator->HandleTopLevelDecl(DeclGroupRef(const_cast<VarDecl *>(Var)));
  for (const FunctionDecl *F : Needed.Functions)
    if (!isa<CXXConstructorDecl, CXXDestructorDecl>(F))
      Generator->HandleTopLevelDecl(
          DeclGroupRef(const_cast<FunctionDecl *>(F)));
  const GlobalDecl Root(Needed.Functions.front());
  // A static function that nobody calls is made all the same.
  Generator->GetAddrOfGlobal(Root, /*isForDefinition=*/true);
  const std::string Name = Generator->GetMangledName(Root).str();
  llvm::SmallVector<std::pair<std::string, const FunctionDecl *>> Names;
  for (const FunctionDecl *F : Needed.Declared) {
    auto Add = [&](GlobalDecl D) {
      Names.push_back({Generator->GetMangledName(D).str(), F});
    };
    const bool MakesOrEnds = isa<CXXConstructorDecl, CXXDestructorDecl>(F);
    if (MakesOrEnds && !IsToPlay)
      continue;
    if (const auto *Makes = dyn_cast<CXXConstructorDecl>(F)) {
      Add(GlobalDecl(Makes, Ctor_Complete));
      Add(GlobalDecl(Makes, Ctor_Base));
    } else if (const auto *Ends = dyn_cast<CXXDestructorDecl>(F)) {
      Add(GlobalDecl(Ends, Dtor_Complete));
      Add(GlobalDecl(Ends, Dtor_Base));
    } else {
      Add(GlobalDecl(F));
    }
  }
  llvm::SmallVector<std::pair<std::string, const VarDecl *>> Statics;
  for (const VarDecl *Var : Needed.Statics)
    if (!Var->getDeclContext()->isDependentContext())
      Statics.push_back(
          {Generator->GetMangledName(GlobalDecl(Var)).str(), Var});
  Generator->HandleTranslationUnit(Ctx);
  Code.Module = Generator->ReleaseModule();
  if (!Code.Module)
    return false;
  Code.Root = Code.Module->getFunction(Name);
  for (const auto &[Mangled, F] : Names)
    if (const llvm::Function *Callee = Code.Module->getFunction(Mangled))
      Code.Declared[Callee] = F;
  for (const auto &[Mangled, Var] : Statics)
    if (const llvm::GlobalVariable *Memory =
            Code.Module->getGlobalVariable(Mangled, /*AllowInternal=*/true))
      Code.Variables[Var] = Memory;
  return Code.Root && !Code.Root->isDeclaration();
}

bool DeviceCode::Maker::tidy(DeviceCode &Code) {
  llvm::FunctionAnalysisManager &Analyses = Code.Analyses;
  Analyses.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
  Analyses.registerPass([] { return llvm::AssumptionAnalysis(); });
  Analyses.registerPass([] { return llvm::CycleAnalysis(); });
  Analyses.registerPass([] { return llvm::DominatorTreeAnalysis(); });
  Analyses.registerPass([] { return llvm::PostDominatorTreeAnalysis(); });
  Analyses.registerPass([] { return llvm::LoopAnalysis(); });
  Analyses.registerPass([] { return llvm::TargetIRAnalysis(); });
  Analyses.registerPass([] { return llvm::TargetLibraryAnalysis(); });
  Analyses.registerPass([] { return llvm::ScalarEvolutionAnalysis(); });
  llvm::Function &Root = *Code.Root;
  if (!inlineCalls(Root))
    return false;
  if (IsToPlay) {
    // SimplifyCFG would let all threads load what only some of them do.
    llvm::removeUnreachableBlocks(Root);
    llvm::FunctionPassManager Clean;
    Clean.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
    Clean.addPass(llvm::InstSimplifyPass());
    Clean.run(Root, Analyses);
    readOnce(Root);
    Analyses.invalidate(Root, llvm::PreservedAnalyses::none());
    return true;
  }
  cutDeadEnds(Root);
  llvm::FunctionPassManager Clean;
  Clean.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  Clean.addPass(llvm::InstSimplifyPass());
  Clean.addPass(llvm::SimplifyCFGPass());
  Clean.run(Root, Analyses);
  readOnce(Root);
  // simplifycfg makes switches with a default that is unreachable.
  cutDeadEnds(Root);
  Analyses.invalidate(Root, llvm::PreservedAnalyses::none());
  for (llvm::Loop *L : Analyses.getResult<llvm::LoopAnalysis>(Root))
    llvm::simplifyLoop(L,
                       &Analyses.getResult<llvm::DominatorTreeAnalysis>(Root),
                       &Analyses.getResult<llvm::LoopAnalysis>(Root),
                       /*SE=*/nullptr, /*AC=*/nullptr, /*MSSAU=*/nullptr,
                       /*PreserveLCSSA=*/false);
  Analyses.invalidate(Root, llvm::PreservedAnalyses::none());
  return true;
}

std::unique_ptr<DeviceCode> DeviceCode::Maker::make() {
  if (Function.isTemplated() || Function.isInvalidDecl() ||
      !Ctx.getLangOpts().CUDAIsDevice)
    return nullptr;
  std::unique_ptr<DeviceCode> Code(new DeviceCode);
  Code->Of = &Function;
  if (!emit(*Code) || !tidy(*Code))
    return nullptr;
  return Code;
}

DeviceCode::DeviceCode() = default;
DeviceCode::~DeviceCode() = default;

const DeviceCode *DeviceCode::of(const FunctionDecl &Function) {
  using All = llvm::DenseMap<const FunctionDecl *, std::unique_ptr<DeviceCode>>;
  All &Made = perAst<All>(Function.getASTContext());
  auto [It, IsNew] = Made.try_emplace(&Function);
  if (IsNew)
    It->second = Maker(Function, /*IsToPlay=*/false).make();
  return It->second.get();
}

std::unique_ptr<DeviceCode> DeviceCode::toPlay(const FunctionDecl &Function,
                                               std::string *Undefined) {
  return Maker(Function, /*IsToPlay=*/true, Undefined).make();
}

const FunctionDecl *
DeviceCode::declaration(const llvm::Function &Callee) const {
  return Declared.lookup(&Callee);
}

//===- Loops and statements of the source -------------------------------===//

llvm::SmallVector<llvm::Loop *, 1>
DeviceCode::findLoops(const Stmt &Statement) const {
  const SourceManager &SM = Of->getASTContext().getSourceManager();
  const PresumedLoc Place =
      SM.getPresumedLoc(SM.getExpansionLoc(Statement.getBeginLoc()));
  llvm::SmallVector<llvm::Loop *, 1> Found;
  if (Place.isInvalid())
    return Found;
  llvm::SmallPtrSet<const llvm::DILocation *, 4> Frames;
  for (llvm::Loop *L :
       Analyses.getResult<llvm::LoopAnalysis>(*Root).getLoopsInPreorder()) {
    const llvm::DILocation *At = L->getLocRange().getStart();
    if (!At || At->getLine() != Place.getLine() ||
        At->getColumn() != Place.getColumn() ||
        At->getFilename() != Place.getFilename())
      continue;
    // Loops of one macro stand at one place.
    if (!Frames.insert(At->getInlinedAt()).second)
      return {};
    Found.push_back(L);
  }
  return Found;
}

llvm::SmallVector<llvm::Instruction *>
DeviceCode::findInstructions(const Stmt &Statement) const {
  const SourceManager &SM = Of->getASTContext().getSourceManager();
  const CharSourceRange Range =
      SM.getExpansionRange(Statement.getSourceRange());
  const PresumedLoc First = SM.getPresumedLoc(Range.getBegin()),
                    Last = SM.getPresumedLoc(Range.getEnd());
  llvm::SmallVector<llvm::Instruction *> Found;
  if (First.isInvalid() || Last.isInvalid() ||
      First.getFileID() != Last.getFileID())
    return Found;
  using Place = std::pair<unsigned, unsigned>;
  auto IsInside = [&](const llvm::DILocation &At) {
    const Place Here = {At.getLine(), At.getColumn()};
    return At.getFilename() == First.getFilename() &&
           Here >= Place(First.getLine(), First.getColumn()) &&
           Here <= Place(Last.getLine(), Last.getColumn());
  };
  for (llvm::Instruction &I : instructions(*Root))
    for (const llvm::DILocation *At = I.getDebugLoc(); At;
         At = At->getInlinedAt())
      if (IsInside(*At)) {
        Found.push_back(&I);
        break;
      }
  return Found;
}

} // namespace cudapipe
