//===- Uniformity.cpp - What all threads of a block agree on --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   What an instruction is
//   Where threads begin to differ
//   Loops that all threads leave together
//   Who comes where
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Facts/Uniformity.h"
#include "cudapipe/Analyze/AsmBarrier.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/PerAst.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PassInstrumentation.h"

using namespace llvm;

namespace cudapipe {

//===- What an instruction is -------------------------------------------===//

static const Function *calleeOf(const llvm::Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call ? Call->getCalledFunction() : nullptr;
}

/// `bar.sync 0`, the operand a constant if there is one.
static bool isAsmBarrier(const llvm::Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const auto *Asm =
      Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
  if (!Asm)
    return false;
  const std::optional<StringRef> Number = barrierOfAsm(Asm->getAsmString());
  if (Number == "$0" && Call->arg_size() == 1)
    if (const auto *Zero = dyn_cast<ConstantInt>(Call->getArgOperand(0)))
      return Zero->isZero();
  return Number == "0" && Call->arg_empty();
}

/// \p Text computes from its operands, and from registers that the threads of a
/// block share, alone.
static bool computesOnly(StringRef Text) {
  if (!isReadOnlyAsm(Text) || Text.contains("ld") || Text.contains(".sync"))
    return false;
  static constexpr StringRef OfBlock[] = {
      "ctaid",           "ntid",   "nctaid", "nwarpid", "dynamic_smem_size",
      "total_smem_size", "gridid", "nsmid"};
  for (StringRef Rest = Text; Rest.contains('%');) {
    Rest = Rest.drop_until([](char C) { return C == '%'; }).ltrim('%');
    const StringRef Name =
        Rest.take_while([](char C) { return isAlnum(C) || C == '_'; });
    if (!is_contained(OfBlock, Name))
      return false;
  }
  return true;
}

/// The library's word for the function that \p I calls; Unknown for others.
static LibraryCall libraryCall(const llvm::Instruction &I,
                               const DeviceCode &Code) {
  const Function *Callee = calleeOf(I);
  const clang::FunctionDecl *Declared =
      Callee ? Code.declaration(*Callee) : nullptr;
  if (!Declared || !isLibraryFunction(*Declared, Declared->getASTContext()))
    return LibraryCall::Unknown;
  return classifyLibraryCall(Declared->getQualifiedNameAsString());
}

/// \p I waits for all threads of the block, and not for some, as
/// `bar.sync 1, 64` and the sync() of a tile do.
static bool isBarrier(const llvm::Instruction &I, const DeviceCode &Code) {
  const Function *Callee = calleeOf(I);
  if (Callee && Callee->getName().starts_with("llvm.nvvm.barrier.cta."))
    return Callee->getName().ends_with(".all") &&
           !Callee->getName().contains(".arrive");
  if (libraryCall(I, Code) != LibraryCall::Barrier)
    return isAsmBarrier(I);
  const clang::FunctionDecl &Declared = *Code.declaration(*Callee);
  const std::string Name = Declared.getNameAsString();
  const auto *Method = dyn_cast<clang::CXXMethodDecl>(&Declared);
  return StringRef(Name).starts_with("__syncthreads") ||
         (Method && Name == "sync" &&
          is_contained({"thread_block", "grid_group", "cluster_group"},
                       Method->getParent()->getName()));
}

namespace {

/// What a pointer may point into: variables, parameters, what other pointers
/// lead to.
struct PointedTo {
  SmallVector<const Value *, 2> Objects;
  explicit PointedTo(const Value &Pointer) {
    getUnderlyingObjects(&Pointer, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  }
};

} // namespace

/// \p Object is known by a pointer that the host has made: no variable of the
/// kernel lies there.
static bool isOfHost(const Value &Object, unsigned Depth = 0) {
  if (const auto *Param = dyn_cast<Argument>(&Object))
    return !Param->hasByValAttr() || isReadOnlyCopy(*Param);
  if (const auto *Global = dyn_cast<GlobalVariable>(&Object))
    return Global->getAddressSpace() != 3;
  const auto *Pointer = dyn_cast<LoadInst>(&Object);
  return Pointer && Depth < 4 &&
         all_of(
             PointedTo(*Pointer->getPointerOperand()).Objects,
             [&](const Value *O) { return isOfHost(*O, Depth + 1); });
}

/// Where threads are that part at the end of \p Block, until they meet again.
static SmallPtrSet<const BasicBlock *, 16>
placesApart(const BasicBlock &Block, const PostDominatorTree &Post) {
  const auto *Node = Post.getNode(&Block);
  const BasicBlock *Join =
      Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
  SmallPtrSet<const BasicBlock *, 16> Apart;
  SmallVector<const BasicBlock *> Work(successors(&Block));
  while (!Work.empty()) {
    const BasicBlock *At = Work.pop_back_val();
    if (At != Join && Apart.insert(At).second)
      append_range(Work, successors(At));
  }
  return Apart;
}

/// The address of \p Object is kept, or goes where it cannot be followed.
static bool isHandedOn(const Value &Object) {
  SmallPtrSet<const Value *, 16> Seen;
  SmallVector<const Value *> Work{&Object};
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    for (const Use &U : V->uses()) {
      const User *By = U.getUser();
      if (isa<GEPOperator, PHINode, SelectInst>(By) ||
          Operator::getOpcode(By) == llvm::Instruction::AddrSpaceCast ||
          Operator::getOpcode(By) == llvm::Instruction::BitCast) {
        Work.push_back(By);
        continue;
      }
      if (isa<LoadInst, ICmpInst>(By))
        continue;
      if (const auto *Store = dyn_cast<StoreInst>(By);
          Store && U.getOperandNo() == Store->getPointerOperandIndex())
        continue;
      if (isa<AtomicRMWInst, AtomicCmpXchgInst, AnyMemIntrinsic>(By) &&
          U.getOperandNo() == 0)
        continue;
      if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(By);
          Intrinsic && Intrinsic->isAssumeLikeIntrinsic())
        continue;
      return true;
    }
  }
  return false;
}

//===- Where threads begin to differ ------------------------------------===//

/// What LLVM's analysis starts from.
class Uniformity::Starts {
public:
  explicit Starts(const DeviceCode &Code);

  /// Values that differ whatever their operands are, and that never do.
  DenseSet<const Value *> Different, Same;

  /// The function as it is given to LLVM's analysis.
  class AsTarget final : public TargetTransformInfoImplBase {
  public:
    AsTarget(const Starts &From, const DataLayout &Layout)
        : TargetTransformInfoImplBase(Layout), From(From) {}
    bool hasBranchDivergence(const Function *) const override { return true; }
    InstructionUniformity
    getInstructionUniformity(const Value *V) const override {
      if (From.Same.contains(V))
        return InstructionUniformity::AlwaysUniform;
      return From.Different.contains(V) ? InstructionUniformity::NeverUniform
                                        : InstructionUniformity::Default;
    }

  private:
    const Starts &From;
  };

  /// Takes in what follows from \p Known; true if that is more than before.
  bool grow(const UniformityInfo &Known);

private:
  bool isDifferent(const llvm::Instruction &I) const;
  bool differsAt(const LoadInst &Load, const Value &Object) const;
  bool isStoredMeanwhile(const LoadInst &Load, const Value &Object) const;
  bool mayStoreTo(const llvm::Instruction &I, const Value &Object) const;
  bool reaches(const llvm::Instruction &From,
               const llvm::Instruction &To) const;

  const DeviceCode &Code;
};

Uniformity::Starts::Starts(const DeviceCode &Code) : Code(Code) {
  for (const llvm::Instruction &I : instructions(Code.function()))
    if (isBarrier(I, Code))
      Same.insert(&I); // __syncthreads_count(): one value for the block.
    else if (isDifferent(I))
      Different.insert(&I);
}

/// There is a way from \p From to \p To without a barrier.
bool Uniformity::Starts::reaches(const llvm::Instruction &From,
                                 const llvm::Instruction &To) const {
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const llvm::Instruction *> Work{From.getNextNode()};
  while (!Work.empty())
    for (const llvm::Instruction *I = Work.pop_back_val(); I;
         I = I->getNextNode()) {
      if (I == &To)
        return true;
      if (isBarrier(*I, Code))
        break;
      if (I->isTerminator())
        for (const BasicBlock *Next : successors(I->getParent()))
          if (Seen.insert(Next).second)
            Work.push_back(&Next->front());
    }
  return false;
}

bool Uniformity::Starts::mayStoreTo(const llvm::Instruction &I,
                                    const Value &Object) const {
  const Value *To = nullptr;
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    To = Store->getPointerOperand();
  else if (const auto *Update = dyn_cast<AtomicRMWInst>(&I))
    To = Update->getPointerOperand();
  else if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    To = Exchange->getPointerOperand();
  else if (const auto *Copy = dyn_cast<AnyMemIntrinsic>(&I))
    To = Copy->getRawDest();
  if (To)
    return any_of(PointedTo(*To).Objects, [&](const Value *Other) {
      return Other == &Object || (!isa<AllocaInst, GlobalVariable>(Other) &&
                                  !isOfHost(*Other) && isHandedOn(Object));
    });
  if (!isa<CallBase>(I) || !I.mayWriteToMemory() || isBarrier(I, Code))
    return false;
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
      Intrinsic && Intrinsic->isAssumeLikeIntrinsic())
    return false;
  if (is_contained({LibraryCall::PerThread, LibraryCall::Pinned},
                   libraryCall(I, Code)))
    return false;
  return isHandedOn(Object);
}

/// Somebody stores to \p Object, and no barrier stands between.
bool Uniformity::Starts::isStoredMeanwhile(const LoadInst &Load,
                                           const Value &Object) const {
  return any_of(instructions(Code.function()), [&](const llvm::Instruction &I) {
    return mayStoreTo(I, Object) && (reaches(I, Load) || reaches(Load, I));
  });
}

/// Threads that read one place of \p Object may find different values.
bool Uniformity::Starts::differsAt(const LoadInst &Load,
                                   const Value &Object) const {
  if (isa<AllocaInst>(Object))
    return isHandedOn(Object);
  const auto *Global = dyn_cast<GlobalVariable>(&Object);
  if (Global && isBuiltinVariable(*Global))
    return Global->getName() == "threadIdx";
  if (Global && Global->isConstant())
    return false;
  return (!Global && !isOfHost(Object)) || isStoredMeanwhile(Load, Object);
}

bool Uniformity::Starts::isDifferent(const llvm::Instruction &I) const {
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
    return true;
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    if (!Load->isSimple())
      return true;
    return any_of(PointedTo(*Load->getPointerOperand()).Objects,
                  [&](const Value *O) { return differsAt(*Load, *O); });
  }
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || I.getType()->isVoidTy())
    return false;
  if (const auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand()))
    return !computesOnly(Asm->getAsmString());
  switch (libraryCall(I, Code)) {
  case LibraryCall::Pure:
    // What it reads through pointers is not looked for.
    return any_of(Call->args(),
                  [](const Use &Arg) { return Arg->getType()->isPointerTy(); });
  case LibraryCall::Unknown:
    break;
  default:
    return true;
  }
  const Function *Callee = calleeOf(I);
  if (!Callee || !Callee->isIntrinsic())
    return true;
  StringRef Name = Callee->getName();
  if (Name.consume_front("llvm.nvvm.read.ptx.sreg."))
    return !(Name.starts_with("ctaid") || Name.starts_with("ntid") ||
             Name.starts_with("nctaid") || Name.starts_with("nwarpid") ||
             Name.starts_with("warpsize") ||
             Name.starts_with("cluster.ctaid") ||
             Name.starts_with("cluster.nctaid") ||
             Name.starts_with("clusterid") || Name.starts_with("nclusterid"));
  return !Call->doesNotAccessMemory() || Call->isConvergent();
}

bool Uniformity::Starts::grow(const UniformityInfo &Known) {
  const Function &F = Code.function();
  auto &Post =
      Code.analyses().getResult<PostDominatorTreeAnalysis>(Code.function());
  auto IsDivergent = [&](const Value &V) {
    return Different.contains(&V) || Known.isDivergent(&V);
  };
  // Where only some threads are.
  SmallPtrSet<const BasicBlock *, 16> Apart;
  for (const BasicBlock &Block : F)
    if (const_cast<UniformityInfo &>(Known).hasDivergentTerminator(Block))
      for (const BasicBlock *Place : placesApart(Block, Post))
        Apart.insert(Place);
  SmallPtrSet<const Value *, 8> Spoiled;
  for (const llvm::Instruction &I : instructions(F)) {
    const Value *To = nullptr;
    bool Differs = Apart.contains(I.getParent());
    if (const auto *Store = dyn_cast<StoreInst>(&I)) {
      To = Store->getPointerOperand();
      Differs |= IsDivergent(*Store->getValueOperand());
    } else if (const auto *Copy = dyn_cast<AnyMemIntrinsic>(&I)) {
      To = Copy->getRawDest();
      if (const auto *Move = dyn_cast<AnyMemTransferInst>(&I)) {
        Differs |= IsDivergent(*Move->getRawSource());
        // What lies there is not looked at: it may be anybody's.
        Differs |= any_of(PointedTo(*Move->getRawSource()).Objects,
                          [](const Value *Object) {
                            const auto *Param = dyn_cast<Argument>(Object);
                            return !Param || !isReadOnlyCopy(*Param);
                          });
      }
    }
    if (To && (Differs || IsDivergent(*To)))
      for (const Value *Object : PointedTo(*To).Objects)
        if (isa<AllocaInst>(Object))
          Spoiled.insert(Object);
  }
  bool Grown = false;
  for (const llvm::Instruction &I : instructions(F))
    if (const auto *Load = dyn_cast<LoadInst>(&I))
      if (any_of(PointedTo(*Load->getPointerOperand()).Objects,
                 [&](const Value *O) { return Spoiled.contains(O); }))
        Grown |= Different.insert(Load).second;
  return Grown;
}

//===- Loops that all threads leave together ----------------------------===//

namespace {

/// Of signed numbers and addresses in objects: which are computed without
/// wrapping around, as far as threads differ in them.
class RangeKeeper {
public:
  explicit RangeKeeper(const UniformityInfo &Known) : Known(Known) {}

  bool keeps(const Value &V);

private:
  bool keepsAll(const User &U) {
    return all_of(U.operands(), [&](const Use &Of) { return keeps(*Of); });
  }

  const UniformityInfo &Known;
  /// Where a value comes of itself, what it comes of besides decides.
  SmallPtrSet<const Value *, 8> Seen;
};

} // namespace

bool RangeKeeper::keeps(const Value &V) {
  if (Known.isUniform(&V) || isa<Constant>(V) || !Seen.insert(&V).second)
    return true;
  constexpr unsigned Most = 64;
  if (Seen.size() > Most)
    return false;
  if (isa<LoadInst, CallInst>(V))
    return true;
  if (const auto *Cast = dyn_cast<CastInst>(&V))
    return isa<SExtInst, ZExtInst>(Cast) && keeps(*Cast->getOperand(0));
  if (const auto *Step = dyn_cast<GEPOperator>(&V))
    return Step->isInBounds() && keeps(*Step->getPointerOperand());
  if (const auto *Phi = dyn_cast<PHINode>(&V))
    return keepsAll(*Phi);
  if (const auto *Select = dyn_cast<SelectInst>(&V))
    return keeps(*Select->getTrueValue()) && keeps(*Select->getFalseValue());
  const auto *Op = dyn_cast<BinaryOperator>(&V);
  if (!Op)
    return false;
  switch (Op->getOpcode()) {
  case llvm::Instruction::Add:
  case llvm::Instruction::Sub:
  case llvm::Instruction::Mul:
    return Op->hasNoSignedWrap() && keepsAll(*Op);
  case llvm::Instruction::SDiv:
  case llvm::Instruction::SRem:
    return keepsAll(*Op);
  default:
    return false;
  }
}

static bool staysInRange(const Value &V, const UniformityInfo &Known) {
  return RangeKeeper(Known).keeps(V);
}

/// What \p Test compares, of which one side counts the trips of \p L, does not
/// wrap around.
static bool staysInRange(const ICmpInst &Test, const Loop &L,
                         const UniformityInfo &Known) {
  const BasicBlock *Before = L.getLoopPredecessor(), *Latch = L.getLoopLatch();
  if (!Before || !Latch ||
      !(Test.isSigned() || Test.getOperand(0)->getType()->isPointerTy()))
    return false;
  return all_of(Test.operands(), [&](const Use &Side) {
    const auto *Phi = dyn_cast<PHINode>(Side);
    if (!Phi || Phi->getParent() != L.getHeader())
      return staysInRange(*Side, Known);
    const Value *Next = Phi->getIncomingValueForBlock(Latch);
    const auto *Sum = dyn_cast<BinaryOperator>(Next);
    const auto *Step = dyn_cast<GEPOperator>(Next);
    const bool Counts = Sum && ((Sum->getOpcode() == llvm::Instruction::Add &&
                                 is_contained(Sum->operands(), Phi)) ||
                                (Sum->getOpcode() == llvm::Instruction::Sub &&
                                 Sum->getOperand(0) == Phi));
    return staysInRange(*Phi->getIncomingValueForBlock(Before), Known) &&
           ((Counts && Sum->hasNoSignedWrap()) ||
            (Step && Step->isInBounds() && Step->getPointerOperand() == Phi));
  });
}

/// Adds tests by which no thread leaves its loop in another trip than the
/// others, although they differ in what they compare.
bool Uniformity::findEqualTrips() {
  Function &F = Code.function();
  auto &SE = Code.analyses().getResult<ScalarEvolutionAnalysis>(F);
  // What an earlier loop has counted differs where threads leave it.
  auto IsSame = [&](const SCEV *S, const Loop &In) {
    return !isa<SCEVCouldNotCompute>(S) &&
           !SCEVExprContains(S, [&](const SCEV *X) {
             const auto *Leaf = dyn_cast<SCEVUnknown>(X);
             const auto *Counted = dyn_cast<SCEVAddRecExpr>(X);
             return (Leaf && Known.isDivergent(Leaf->getValue())) ||
                    (Counted && !Counted->getLoop()->contains(&In));
           });
  };
  bool Found = false;
  for (Loop *L :
       Code.analyses().getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    SmallVector<BasicBlock *> Exiting;
    L->getExitingBlocks(Exiting);
    for (BasicBlock *Block : Exiting) {
      auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
      auto *Test = Branch && Branch->isConditional()
                       ? dyn_cast<ICmpInst>(Branch->getCondition())
                       : nullptr;
      if (!Test || !Known.hasDivergentTerminator(*Block))
        continue;
      const SCEV *Counter = SE.getSCEV(Test->getOperand(0));
      const SCEV *Limit = SE.getSCEV(Test->getOperand(1));
      if (isa<SCEVAddRecExpr>(Limit))
        std::swap(Counter, Limit);
      const auto *Count = dyn_cast<SCEVAddRecExpr>(Counter);
      if (!Count || Count->getLoop() != L || !Count->isAffine() ||
          !SE.isLoopInvariant(Limit, L) ||
          !IsSame(Count->getStepRecurrence(SE), *L))
        continue;
      // The differences are the same modulo 2^n, which tells all of == and !=;
      // of < and > if nothing wraps around.
      if (!Test->isEquality() && !staysInRange(*Test, *L, Known))
        continue;
      if (IsSame(SE.getMinusSCEV(Count->getStart(), Limit), *L))
        Found |= From->Same.insert(Test).second;
    }
  }
  return Found;
}

void Uniformity::findStarts() {
  Function &F = Code.function();
  FunctionAnalysisManager Analyses;
  Analyses.registerPass([] { return PassInstrumentationAnalysis(); });
  Analyses.registerPass([] { return DominatorTreeAnalysis(); });
  Analyses.registerPass([] { return CycleAnalysis(); });
  Analyses.registerPass([&] {
    return TargetIRAnalysis([&](const Function &) {
      return TargetTransformInfo(
          std::make_unique<Starts::AsTarget>(*From, F.getDataLayout()));
    });
  });
  do {
    do {
      Known = UniformityInfoAnalysis().run(F, Analyses);
    } while (From->grow(Known));
  } while (findEqualTrips());
}

Uniformity::Uniformity(const DeviceCode &Code)
    : Code(Code), From(std::make_unique<Starts>(Code)) {
  findStarts();
}

Uniformity::~Uniformity() = default;

const Uniformity *Uniformity::of(const clang::FunctionDecl &Kernel) {
  using All =
      DenseMap<const clang::FunctionDecl *, std::unique_ptr<Uniformity>>;
  auto [It, IsNew] = perAst<All>(Kernel.getASTContext()).try_emplace(&Kernel);
  const DeviceCode *Code = IsNew ? DeviceCode::of(Kernel) : nullptr;
  if (Code)
    It->second.reset(new Uniformity(*Code));
  return It->second.get();
}

bool Uniformity::isUniform(const Value &V) const { return Known.isUniform(&V); }

//===- Who comes where --------------------------------------------------===//

bool Uniformity::partsThreads(const BasicBlock &Block) const {
  return const_cast<UniformityInfo &>(Known).hasDivergentTerminator(Block);
}

/// In front of its end, \p Block changes nothing that another thread sees.
static bool doesNothing(const BasicBlock &Block) {
  return none_of(Block, [](const llvm::Instruction &I) {
    return I.mayHaveSideEffects() && !isa<ReturnInst>(I);
  });
}

/// Threads that part at the end of \p From go on to \p To by one way only, or
/// do nothing any more.
static bool othersEnd(const BasicBlock &From, const BasicBlock &To) {
  unsigned Ways = 0;
  for (const BasicBlock *Next : successors(&From)) {
    SmallPtrSet<const BasicBlock *, 16> Behind;
    SmallVector<const BasicBlock *> Work{Next};
    while (!Work.empty()) {
      const BasicBlock *At = Work.pop_back_val();
      if (Behind.insert(At).second)
        append_range(Work, successors(At));
    }
    if (Behind.contains(&To))
      ++Ways;
    else if (!all_of(Behind, [](const auto *B) { return doesNothing(*B); }))
      return false;
  }
  return Ways == 1;
}

Uniformity::Meeting Uniformity::meetIn(const Loop &L) const {
  auto &Post =
      Code.analyses().getResult<PostDominatorTreeAnalysis>(Code.function());
  const BasicBlock &To = *L.getHeader();
  Meeting Out = Meeting::All;
  for (const BasicBlock &Block : Code.function()) {
    if (!partsThreads(Block) || !placesApart(Block, Post).contains(&To))
      continue;
    if (L.contains(&Block) || !othersEnd(Block, To))
      return Meeting::None;
    Out = Meeting::AllThatStay;
  }
  return Out;
}

std::optional<Uniformity::Meeting>
Uniformity::meetIn(const clang::Stmt &Statement) const {
  std::optional<Meeting> Out;
  for (const Loop *L : Code.findLoops(Statement))
    Out = std::max(Out.value_or(Meeting::All), meetIn(*L));
  return Out;
}

} // namespace cudapipe
