//===- TransferSteps.cpp - Copies into shared memory, and who waits -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   What one assembly statement says
//   What one call of the library does
//   The walk through functions
//
// Sources: PTX ISA 9.0; libcu++ documentation, "cuda::barrier",
// "cuda::pipeline", "cuda::memcpy_async", "PTX Instructions"; CUDA C++
// Programming Guide 13.0, "Asynchronous Data Copies".
//
//===----------------------------------------------------------------------===//

#include "PipelineObjects.h"
#include "cudapipe/Analyze/AsmText.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/PerAst.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TransferStep.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

//===- What one assembly statement says ---------------------------------===//

/// What stands in the brackets of \p Instruction, and behind the last.
struct AsmBrackets {
  llvm::SmallVector<StringRef, 4> Brackets;
  StringRef Behind;
};

AsmBrackets bracketsOf(StringRef Instruction) {
  AsmBrackets Out;
  unsigned Depth = 0;
  size_t Begin = 0;
  for (size_t I = 0; I < Instruction.size(); ++I) {
    if (Instruction[I] == '[' && Depth++ == 0) {
      Begin = I + 1;
    } else if (Instruction[I] == ']' && Depth > 0 && --Depth == 0) {
      // `%[name]` outside of brackets is an operand.
      if (Begin >= 2 && Instruction[Begin - 2] == '%')
        continue;
      Out.Brackets.push_back(Instruction.slice(Begin, I).trim());
      Out.Behind = Instruction.drop_front(I + 1).ltrim(" \t,");
    }
  }
  return Out;
}

const Expr *operandIn(const GCCAsmStmt &Asm, StringRef Text) {
  return Text.empty() ? nullptr : addressOperand(Asm, Text.trim());
}

/// The mnemonic with one part more than the table needs: `bar.sync`,
/// `cp.async.bulk.tensor.2d`.
std::string ptxNameOf(const PtxInstruction &Row, StringRef Mnemonic) {
  const StringRef More = Mnemonic.drop_front(Row.Start.size());
  const bool Says = Row.Step == TransferStep::NamedSync ||
                    Row.Step == TransferStep::TensorLoad;
  const StringRef Part =
      More.empty() ? More
                   : More.take_front(More.find('.', 1) == StringRef::npos
                                         ? More.size()
                                         : More.find('.', 1));
  return (Row.Start + (Says ? Part : "")).str();
}

/// The number that \p Text is, and nothing else.
std::optional<int64_t> numberIn(StringRef Text) {
  int64_t Number = 0;
  return Text.trim(" \t\r\n}").getAsInteger(0, Number) ? std::nullopt
                                                       : std::optional(Number);
}

/// What stands between the second and the third bracket of a bulk copy.
StringRef bytesIn(StringRef Instruction) {
  const size_t Second = Instruction.find('[', Instruction.find('[') + 1);
  const StringRef Behind =
      Second == StringRef::npos
          ? ""
          : Instruction.substr(Instruction.find(']', Second)).drop_front();
  return Behind.take_until([](char C) { return C == '['; }).trim(", \t\n");
}

void readAsmSteps(const GCCAsmStmt &Asm, const ASTContext &Ctx,
                  llvm::function_ref<void(TransferStep)> Add) {
  const std::string Text = asmText(Asm);
  llvm::SmallVector<StringRef, 8> Instructions;
  StringRef(Text).split(Instructions, ';', -1, /*KeepEmpty=*/false);
  for (StringRef Instruction : Instructions) {
    const StringRef Mnemonic = mnemonicOf(Instruction);
    const PtxInstruction *Row = ptxInstruction(Mnemonic);
    if (!Row)
      continue;
    TransferStep Step;
    Step.Kind = Row->Step;
    Step.Where = &Asm;
    Step.Name = ptxNameOf(*Row, Mnemonic);
    const AsmBrackets Of = bracketsOf(Instruction);
    auto Bracket = [&](size_t I) {
      return I < Of.Brackets.size() ? operandIn(Asm, Of.Brackets[I]) : nullptr;
    };
    switch (Step.Kind) {
    case TransferStep::TensorLoad:
    case TransferStep::BulkLoad:
      Step.To = Bracket(0);
      Step.Barrier = Bracket(2);
      Step.ToCluster = Mnemonic.contains("multicast");
      if (Step.Kind == TransferStep::BulkLoad) {
        Step.Amount = operandIn(Asm, bytesIn(Instruction));
        Step.Bytes = numberIn(bytesIn(Instruction));
      }
      break;
    case TransferStep::ThreadCopy:
      Step.To = Bracket(0);
      break;
    case TransferStep::BarrierWait:
    case TransferStep::BarrierInit:
    case TransferStep::ExpectBytes: {
      const StringRef Last = Of.Behind.take_until(
          [](char C) { return C == ',' || C == ';' || C == '\n'; });
      const Expr *Behind = operandIn(Asm, Last);
      if (Step.Kind == TransferStep::ExpectBytes)
        Step.Bytes = numberIn(Last);
      (Step.Kind == TransferStep::BarrierWait ? Step.Phase : Step.Amount) =
          Behind;
      Step.Arrives = Mnemonic.starts_with("mbarrier.arrive");
      // Assembly that jumps asks again itself.
      Step.MayFail = !StringRef(Text).contains("bra");
      Step.Barrier = Bracket(0);
      break;
    }
    case TransferStep::BarrierEnd:
    case TransferStep::Arrive:
    case TransferStep::CopyArrive:
    case TransferStep::MmaCommit:
      Step.Barrier = Bracket(0);
      break;
    case TransferStep::GroupWait:
    case TransferStep::MmaWait: {
      const StringRef Groups =
          Instruction.substr(Instruction.find(Mnemonic) + Mnemonic.size())
              .trim(" \t\r\n}");
      int64_t Number = 0;
      if (Mnemonic.starts_with("cp.async.wait_all"))
        Step.Pending = 0;
      else if (!Groups.getAsInteger(10, Number))
        Step.Pending = Number;
      else if (const Expr *E = operandIn(Asm, Groups))
        Step.Pending = constantValue(E, Ctx);
      break;
    }
    case TransferStep::NamedSync: {
      // Barrier 0 of all threads is the block's own.
      const StringRef Number =
          Instruction.substr(Instruction.find(Mnemonic) + Mnemonic.size())
              .trim(" \t\r\n}");
      const Expr *E = operandIn(Asm, Number);
      if (Number == "0" || (E && constantValue(E, Ctx) == 0))
        continue;
      break;
    }
    default:
      break;
    }
    Add(std::move(Step));
  }
}

//===- What one call of the library does --------------------------------===//

/// The name of the class of \p E, if it is one of libcu++'s.
StringRef libcuxxClassOf(const Expr *E) {
  QualType Type = E ? E->IgnoreParenBaseCasts()->getType() : QualType();
  if (Type.isNull())
    return "";
  if (Type->isPointerType())
    Type = Type->getPointeeType();
  const CXXRecordDecl *Record =
      Type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Record)
    if (const auto *Special =
            Type.getNonReferenceType()->getAs<TemplateSpecializationType>())
      if (const auto *Template = dyn_cast_or_null<ClassTemplateDecl>(
              Special->getTemplateName().getAsTemplateDecl()))
        Record = Template->getTemplatedDecl();
  if (!Record || !Record->getIdentifier())
    return "";
  return StringRef(Record->getQualifiedNameAsString()).starts_with("cuda::")
             ? Record->getName()
             : "";
}

std::optional<TransferStep::KindTy> memberStep(StringRef Name) {
  using Step = TransferStep;
  return llvm::StringSwitch<std::optional<Step::KindTy>>(Name)
      .Cases({"wait", "wait_parity", "try_wait", "try_wait_for",
              "try_wait_until", "try_wait_parity", "try_wait_parity_for",
              "try_wait_parity_until", "arrive_and_wait"},
             Step::BarrierWait)
      .Cases({"arrive", "arrive_and_drop"}, Step::Arrive)
      .Case("producer_acquire", Step::Acquire)
      .Case("producer_commit", Step::Commit)
      .Cases({"consumer_wait", "consumer_wait_for", "consumer_wait_until"},
             Step::PipelineWait)
      .Case("consumer_release", Step::Release)
      .Default(std::nullopt);
}

/// Of calls that are templates still: names that no other class has.
bool isNameOfItsOwn(StringRef Name) {
  return Name.starts_with("producer_") || Name.starts_with("consumer_") ||
         Name.ends_with("_parity") || Name == "arrive_and_wait";
}

bool isPointerLike(const Expr *E) {
  QualType Type = E->IgnoreParenImpCasts()->getType();
  return Type->isPointerType() || Type->isArrayType();
}

/// cuda::ptx::cp_async_bulk(space_cluster, space_global, to, from, size, bar)
/// and its like: the first and last pointers, and which way it goes.
void readPtxCall(const CallExpr &Call, StringRef Name, TransferStep &Step) {
  llvm::SmallVector<const Expr *, 4> Pointers;
  llvm::SmallVector<StringRef, 2> Spaces;
  for (const Expr *Arg : Call.arguments()) {
    if (isPointerLike(Arg))
      Pointers.push_back(Arg);
    const CXXRecordDecl *Record =
        Arg->getType().getNonReferenceType()->getAsCXXRecordDecl();
    if (Record && Record->getIdentifier() &&
        Record->getName().starts_with("space_"))
      Spaces.push_back(Record->getName());
  }
  // The first space is where it goes.
  std::string Whole = Name.str();
  if (Name.starts_with("cp_async_bulk") && !Spaces.empty()) {
    if (Spaces.front() == "space_global_t")
      Whole += ".global.shared";
    else if (Spaces.back() == "space_shared_t")
      Whole += ".shared::cluster.shared";
  }
  const PtxInstruction *Row = ptxFunction(Whole);
  if (!Row)
    return;
  Step.Kind = Row->Step;
  if (Pointers.empty())
    return;
  if (Step.Kind == TransferStep::TensorLoad ||
      Step.Kind == TransferStep::BulkLoad) {
    Step.To = Pointers.front();
    Step.Barrier = Pointers.size() > 2 ? Pointers.back() : nullptr;
    const Expr *Last = Call.getArg(Call.getNumArgs() - 1);
    Step.ToCluster = Step.Barrier && Last != Step.Barrier;
    for (const Expr *Arg : Call.arguments())
      if (Step.Kind == TransferStep::BulkLoad && Arg != Last &&
          Arg->getType()->isIntegerType())
        Step.Amount = Arg;
  } else {
    Step.Barrier = Pointers.front();
    Step.Arrives = Name.starts_with("mbarrier_arrive");
    Step.MayFail = Name.contains("try_wait") || Name.contains("test_wait");
    if (Step.Kind == TransferStep::BarrierInit ||
        Step.Kind == TransferStep::ExpectBytes)
      Step.Amount = Call.getArg(Call.getNumArgs() - 1);
    if (Step.Kind == TransferStep::BarrierWait && Call.getNumArgs() > 1)
      Step.Phase = Call.getArg(Call.getNumArgs() - 1);
  }
}

void readCopyCall(const CallExpr &Call, bool Groups, TransferStep &Step) {
  for (const Expr *Arg : Call.arguments())
    if (!Step.To && isPointerLike(Arg))
      Step.To = Arg;
  const Expr *Last =
      Call.getNumArgs() ? Call.getArg(Call.getNumArgs() - 1) : nullptr;
  const StringRef Class = libcuxxClassOf(Last);
  Step.Kind = TransferStep::ThreadCopy;
  if (Groups || Class.empty())
    return;
  Step.Barrier = Last;
  Step.OfThread = isThreadPipeline(Last->getType());
  Step.Kind = Step.OfThread         ? TransferStep::ThreadCopy
              : Class == "pipeline" ? TransferStep::PipelineCopy
                                    : TransferStep::CountedCopy;
}

/// The step that \p Call makes, which runs a function called \p Name of the
/// library, in the namespace \p Space.
std::optional<TransferStep> readLibraryStep(const CallExpr &Call,
                                            StringRef Name, StringRef Space,
                                            const Expr *Object) {
  TransferStep Out;
  Out.Where = &Call;
  Out.Name = Name.str();
  if (Object) {
    const StringRef Class = libcuxxClassOf(Object);
    std::optional<TransferStep::KindTy> Kind = memberStep(Name);
    if (!Kind || (Class != "barrier" && Class != "pipeline" &&
                  !(Object->isTypeDependent() && isNameOfItsOwn(Name))))
      return std::nullopt;
    Out.Kind = *Kind;
    Out.Barrier = Object;
    Out.OfThread = isThreadPipeline(Object->getType());
    Out.MayFail = Name.starts_with("try_");
    if (Out.Kind == TransferStep::BarrierWait && Call.getNumArgs() > 0)
      Out.Phase = Call.getArg(0);
    return Out;
  }
  if (Space.contains("cooperative_groups")) {
    if (Name == "memcpy_async") {
      readCopyCall(Call, /*Groups=*/true, Out);
      return Out;
    }
    if (Name != "wait" && Name != "wait_prior")
      return std::nullopt;
    Out.Kind = TransferStep::GroupWait;
    if (Name == "wait")
      Out.Pending = 0;
    return Out;
  }
  if (Space.starts_with("cuda::ptx")) {
    readPtxCall(Call, Name, Out);
    return Out.Kind == TransferStep::Other ? std::nullopt : std::optional(Out);
  }
  StringRef Bare = Name;
  if (Bare.consume_front("__mbarrier_")) {
    readPtxCall(Call, ("mbarrier_" + Bare).str(), Out);
    return Out.Kind == TransferStep::Other ? std::nullopt : std::optional(Out);
  }
  if (Name == "__pipeline_memcpy_async" || Name == "__pipeline_commit" ||
      Name == "__pipeline_wait_prior") {
    Out.Kind = Name == "__pipeline_memcpy_async" ? TransferStep::ThreadCopy
               : Name == "__pipeline_commit"     ? TransferStep::Commit
                                                 : TransferStep::GroupWait;
    Out.To = Out.Kind == TransferStep::ThreadCopy && Call.getNumArgs()
                 ? Call.getArg(0)
                 : nullptr;
    return Out;
  }
  if (Name == "__pipeline_arrive_on") {
    Out.Kind = TransferStep::CopyArrive;
    return Out;
  }
  if (!Space.starts_with("cuda"))
    return std::nullopt;
  auto Last = [&] {
    return Call.getNumArgs() ? Call.getArg(Call.getNumArgs() - 1) : nullptr;
  };
  if (Name == "memcpy_async") {
    readCopyCall(Call, /*Groups=*/false, Out);
  } else if (Name.starts_with("cp_async_bulk") &&
             Name.contains("global_to_shared")) {
    Out.Kind = Name.contains("tensor") ? TransferStep::TensorLoad
                                       : TransferStep::BulkLoad;
    Out.To = Call.getNumArgs() ? Call.getArg(0) : nullptr;
    for (const Expr *Arg : Call.arguments())
      if (libcuxxClassOf(Arg) == "barrier")
        Out.Barrier = Arg;
    if (Out.Kind == TransferStep::BulkLoad && Call.getNumArgs() > 2)
      Out.Amount = Call.getArg(2);
  } else if (Name == "memcpy_async_tx") {
    Out.Kind = TransferStep::BulkLoad;
    Out.To = Call.getArg(0);
    Out.Barrier = Last();
  } else if (Name.starts_with("cp_async_bulk") ||
             Name.starts_with("cp_async_reduce_bulk")) {
    Out.Kind = Name.contains("wait_group") ? TransferStep::BulkWait
               : Name.contains("commit")   ? TransferStep::BulkCommit
               : Name.contains("prefetch") ? TransferStep::Prefetch
                                           : TransferStep::BulkStore;
  } else if (Name.contains("fence_proxy_async")) {
    Out.Kind = TransferStep::ProxyFence;
  } else if (Name == "barrier_arrive_tx" || Name == "barrier_expect_tx") {
    Out.Kind = TransferStep::ExpectBytes;
    Out.Barrier = Call.getNumArgs() ? Call.getArg(0) : nullptr;
    Out.Amount = Last();
    Out.Arrives = Name == "barrier_arrive_tx";
  } else if (Name == "pipeline_consumer_wait_prior") {
    Out.Kind = TransferStep::PipelineWait;
    Out.Barrier = Last();
    Out.OfThread = true;
  } else if (Name == "pipeline_producer_commit") {
    Out.Kind = TransferStep::CopyArrive;
    Out.Barrier = Last();
  } else if (Name == "init" && libcuxxClassOf(Call.getArg(0)) == "barrier") {
    Out.Kind = TransferStep::BarrierInit;
    Out.Barrier = Call.getArg(0);
    Out.Amount = Call.getNumArgs() > 1 ? Call.getArg(1) : nullptr;
  } else {
    return std::nullopt;
  }
  return Out;
}

std::string namespaceOf(const FunctionDecl &F) {
  std::string Whole = F.getQualifiedNameAsString();
  const size_t Colon = Whole.rfind("::");
  return Colon == std::string::npos ? "" : Whole.substr(0, Colon);
}

/// The function of the library that \p Call, in a template, may run: one of
/// its overloads, which do the same.
const FunctionDecl *overloadOfLibrary(const CallExpr &Call,
                                      const ASTContext &Ctx) {
  const auto *Lookup =
      dyn_cast<UnresolvedLookupExpr>(Call.getCallee()->IgnoreParenImpCasts());
  const FunctionDecl *Out = nullptr;
  if (Lookup)
    for (const NamedDecl *D : Lookup->decls()) {
      Out = D->getUnderlyingDecl()->getAsFunction();
      if (!Out || !isLibraryFunction(*Out, Ctx))
        return nullptr;
    }
  return Out;
}

std::optional<TransferStep> libraryStep(const CallExpr &Call,
                                        const ASTContext &Ctx) {
  if (const auto *Dependent = dyn_cast<CXXDependentScopeMemberExpr>(
          Call.getCallee()->IgnoreParenImpCasts())) {
    const IdentifierInfo *Name = Dependent->getMember().getAsIdentifierInfo();
    return Name && !Dependent->isImplicitAccess()
               ? readLibraryStep(Call, Name->getName(), "",
                                 Dependent->getBase())
               : std::nullopt;
  }
  const FunctionDecl *Callee = knownCallee(Call);
  if (!Callee)
    Callee = overloadOfLibrary(Call, Ctx);
  if (!Callee || !Callee->getIdentifier() || !isLibraryFunction(*Callee, Ctx))
    return std::nullopt;
  const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
  return readLibraryStep(Call, Callee->getName(), namespaceOf(*Callee),
                         Member ? Member->getImplicitObjectArgument()
                                : nullptr);
}

//===- The walk through functions ---------------------------------------===//

/// Functions in functions that are looked into.
constexpr unsigned MostWrappedCalls = 8;

/// The function of the user's that \p Call runs, or null.
const FunctionDecl *followedCallee(const CallExpr &Call,
                                   const ASTContext &Ctx) {
  const FunctionDecl *Callee = calledFunction(Call);
  return Callee && !isLibraryFunction(*Callee, Ctx) && Callee->getBody()
             ? Callee
             : nullptr;
}

class StepWalk {
public:
  explicit StepWalk(const ASTContext &Ctx) : Ctx(Ctx) {}

  void walk(const Stmt *S) {
    if (!S || isa<LambdaExpr>(S))
      return;
    if (const auto *Asm = dyn_cast<GCCAsmStmt>(S)) {
      readAsmSteps(*Asm, Ctx, [&](TransferStep Step) { add(std::move(Step)); });
      return;
    }
    for (const Stmt *Child : S->children())
      walk(Child);
    const auto *Call = dyn_cast<CallExpr>(S);
    if (!Call)
      return;
    if (std::optional<TransferStep> Step = libraryStep(*Call, Ctx))
      return add(std::move(*Step));
    const FunctionDecl *Callee = followedCallee(*Call, Ctx);
    if (!Callee || Calls.size() >= MostWrappedCalls ||
        llvm::is_contained(Inside, Callee) || !makesTransferSteps(*Callee, Ctx))
      return;
    Calls.push_back(Call);
    Inside.push_back(Callee);
    walk(Callee->getBody());
    Calls.pop_back();
    Inside.pop_back();
  }

  std::vector<TransferStep> Out;

private:
  void add(TransferStep Step) {
    Step.Calls = Calls;
    Out.push_back(std::move(Step));
  }

  const ASTContext &Ctx;
  llvm::SmallVector<const CallExpr *, 4> Calls;
  llvm::SmallVector<const FunctionDecl *, 4> Inside;
};

/// Which functions make steps.
struct StepMakers {
  llvm::DenseMap<const FunctionDecl *, bool> Known;
};

bool holdsPtx(const GCCAsmStmt &Asm) {
  bool Found = false;
  const std::string Text = asmText(Asm);
  llvm::SmallVector<StringRef, 8> Instructions;
  StringRef(Text).split(Instructions, ';', -1, /*KeepEmpty=*/false);
  for (StringRef Instruction : Instructions)
    Found |= ptxInstruction(mnemonicOf(Instruction)) != nullptr;
  return Found;
}

} // namespace

std::vector<TransferStep> transferSteps(const Stmt *S, const ASTContext &Ctx) {
  StepWalk Walk(Ctx);
  Walk.walk(S);
  return std::move(Walk.Out);
}

bool makesTransferSteps(const FunctionDecl &Function, const ASTContext &Ctx) {
  StepMakers &Makers = perAst<StepMakers>(Ctx);
  auto [It, IsNew] = Makers.Known.try_emplace(&Function, false);
  if (!IsNew)
    return It->second;
  const bool Makes = holds(Function.getBody(), [&](const Stmt &S) {
    if (const auto *Asm = dyn_cast<GCCAsmStmt>(&S))
      return holdsPtx(*Asm);
    const auto *Call = dyn_cast<CallExpr>(&S);
    if (!Call)
      return false;
    if (libraryStep(*Call, Ctx))
      return true;
    const FunctionDecl *Callee = followedCallee(*Call, Ctx);
    return Callee && makesTransferSteps(*Callee, Ctx);
  });
  return Makers.Known[&Function] = Makes;
}

} // namespace cudapipe
