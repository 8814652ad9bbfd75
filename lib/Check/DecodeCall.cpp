//===- DecodeCall.cpp - What CUDA's headers declare, by name --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The embedded headers declare CUDA's functions and give them no bodies: their
// calls are told by the declaration. What is not known and comes from such a
// header reads what it is given references to const to, writes what it is given
// others to, and makes a number.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace cudapipe::check {
namespace {

/// "cooperative_groups::thread_block_tile::shfl": no template arguments.
std::string plainName(const clang::NamedDecl &D) {
  SmallVector<std::string, 4> Names = {D.getDeclName().getAsString()};
  for (const clang::DeclContext *In = D.getDeclContext(); In;
       In = In->getParent())
    if (const auto *Named = dyn_cast<clang::NamedDecl>(In);
        Named && !Named->getDeclName().isEmpty() && !In->isInlineNamespace())
      Names.push_back(Named->getDeclName().getAsString());
  return join(reverse(Names), "::");
}

/// The first number among the template arguments of \p Type, a class or a
/// reference to one.
std::optional<unsigned> firstNumber(clang::QualType Type) {
  const auto *Record = dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      Type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!Record)
    return std::nullopt;
  for (const clang::TemplateArgument &One : Record->getTemplateArgs().asArray())
    if (One.getKind() == clang::TemplateArgument::Integral)
      return unsigned(One.getAsIntegral().getExtValue());
  return std::nullopt;
}

/// The numbers among the template arguments of \p F itself.
SmallVector<unsigned, 4> numbersOf(const clang::FunctionDecl &F) {
  SmallVector<unsigned, 4> Out;
  if (const auto *Arguments = F.getTemplateSpecializationArgs())
    for (const clang::TemplateArgument &One : Arguments->asArray())
      if (One.getKind() == clang::TemplateArgument::Integral)
        Out.push_back(One.getAsIntegral().getExtValue());
  return Out;
}

class CallDecoder {
public:
  CallDecoder(Decoder &D, const CallInst &Call, const clang::FunctionDecl &F)
      : D(D), Call(Call), F(F), Ctx(F.getASTContext()), Name(plainName(F)) {
    unsigned Next = 0;
    if (Call.hasStructRetAttr())
      Result = Call.getArgOperand(Next++);
    const auto *Method = dyn_cast<clang::CXXMethodDecl>(&F);
    if (Method && Method->isInstance())
      This = Call.getArgOperand(Next++);
    FirstArgument = Next;
  }

  void decode();

private:
  unsigned count() const { return Call.arg_size() - FirstArgument; }
  const Value &value(unsigned I) const {
    return *Call.getArgOperand(FirstArgument + I);
  }
  clang::QualType type(unsigned I) const {
    return F.getParamDecl(I)->getType();
  }
  bool isByAddress(unsigned I) const {
    return type(I)->isReferenceType() ||
           Call.isByValArgument(FirstArgument + I);
  }
  unsigned bytesOf(clang::QualType Type) const {
    Type = Type.getNonReferenceType();
    return Type->isIncompleteType()
               ? 0
               : Ctx.getTypeSizeInChars(Type).getQuantity();
  }
  Slot raw(unsigned I) const { return D.slotOf(value(I)); }
  /// The number that argument \p I is, also behind a reference.
  Slot number(unsigned I);
  Slot load(Slot Address, unsigned Bytes);
  void copy(Slot From) {
    Op O = D.start(OpKind::Copy, Call);
    O.A = From;
    D.emit(O);
  }
  /// \p Bytes of the memory that \p From points to are the result.
  void returnMemory(Slot From, unsigned Bytes);
  void reg(RegisterKind Kind, int64_t Value = 0);
  void fence() { D.emit(D.start(OpKind::Fence, Call)); }
  void waitGroups(Slot Left);
  void unsupported() {
    D.unsupported(Call, "'" + Name + "', which is not modelled");
  }

  bool decodeBarrier();
  bool decodeWarp();
  bool decodeGroup();
  bool decodeGroupMember(StringRef Member, unsigned Tile);
  void referToResult(Collective Use);
  bool decodeCopy();
  bool decodeBlockPipe(StringRef Member);
  bool makeBlockPipe();
  bool decodeMbarrier();
  bool decodeBarrierObject(StringRef Member);
  bool decodeBulkCopy(StringRef Function);
  bool decodePtx(StringRef Function);
  Slot mbarrierOp(MbarrierStep Step, Slot Address, Slot Number, Slot Bytes,
                  bool HasResult = false);
  void giveToken(Slot Token);
  void bulkCopy(BulkForm Form, Slot To, Slot From, Slot Bytes, Slot Barrier);
  void asyncGroup(AsyncGroupStep Step, unsigned Left);
  void proxyFence(bool OnlyMbarriers);
  bool decodePipeline(StringRef Member);
  void asyncCopy(unsigned First, bool HasGroup,
                 CopyCounter Counter = CountedByGroups, Slot Where = 0);
  bool decodeAtomic();
  bool decodeAtomicObject(StringRef Member, bool IsReference);
  void atomic(Slot Address, Slot Operand, unsigned Bytes, StringRef What,
              clang::QualType Type);
  bool decodeMemory();
  bool decodeMatrix();
  bool decodeMath();
  bool decodeRest();
  void opaque(bool IsByThread = false);
  Slot operandOf(unsigned I, unsigned Bytes);

  Decoder &D;
  const CallInst &Call;
  const clang::FunctionDecl &F;
  const clang::ASTContext &Ctx;
  const std::string Name;
  const Value *Result = nullptr, *This = nullptr;
  unsigned FirstArgument = 0;
};

Slot CallDecoder::load(Slot Address, unsigned Bytes) {
  Op O;
  O.Kind = OpKind::Load;
  O.From = &Call;
  O.To = D.temporary(Bytes);
  O.A = Address;
  O.Bytes = Bytes;
  D.emit(O);
  return O.To;
}

Slot CallDecoder::number(unsigned I) {
  return isByAddress(I) ? load(raw(I), std::min(8u, bytesOf(type(I)))) : raw(I);
}

/// The value of argument \p I, of \p Bytes.
Slot CallDecoder::operandOf(unsigned I, unsigned Bytes) {
  return isByAddress(I) ? load(raw(I), Bytes) : raw(I);
}

void CallDecoder::returnMemory(Slot From, unsigned Bytes) {
  if (Result) {
    Op O;
    O.Kind = OpKind::CopyMemory;
    O.From = &Call;
    O.A = D.slotOf(*Result);
    O.B = From;
    O.C = D.number(Bytes);
    return D.emit(O);
  }
  Op O = D.start(OpKind::Load, Call);
  O.A = From;
  O.Bytes = Bytes;
  D.emit(O);
}

void CallDecoder::reg(RegisterKind Kind, int64_t Value) {
  Op O = D.start(OpKind::Register, Call);
  O.Variant = uint8_t(Kind);
  O.Value = Value;
  D.emit(O);
}

void CallDecoder::waitGroups(Slot Left) {
  Op O = D.start(OpKind::WaitGroups, Call);
  O.A = Left;
  D.emit(O);
}

bool CallDecoder::decodeBarrier() {
  BarrierUse Use;
  if (Name == "__syncthreads")
    return D.barrier(Call), true;
  Use.Result = StringSwitch<BarrierUse::ResultTy>(Name)
                   .Case("__syncthreads_count", BarrierUse::Count)
                   .Case("__syncthreads_and", BarrierUse::And)
                   .Case("__syncthreads_or", BarrierUse::Or)
                   .Default(BarrierUse::Nothing);
  if (Use.Result != BarrierUse::Nothing) {
    Use.Predicate = raw(0);
    return D.barrier(Call, Use), true;
  }
  if (Name == "__barrier_sync" || Name == "__barrier_sync_count") {
    Use.HasId = true;
    Use.Id = raw(0);
    Use.HasCount = Name == "__barrier_sync_count";
    if (Use.HasCount)
      Use.Expected = raw(1);
    return D.barrier(Call, Use), true;
  }
  if (StringRef(Name).starts_with("__threadfence") ||
      Name == "cuda::atomic_thread_fence")
    return fence(), true;
  return false;
}

Collective::KindTy warpCall(StringRef Name) {
  return StringSwitch<Collective::KindTy>(Name)
      .Cases({"__shfl_sync", "__shfl", "shfl"}, Collective::ShuffleIdx)
      .Cases({"__shfl_up_sync", "__shfl_up", "shfl_up"}, Collective::ShuffleUp)
      .Cases({"__shfl_down_sync", "__shfl_down", "shfl_down"},
             Collective::ShuffleDown)
      .Cases({"__shfl_xor_sync", "__shfl_xor", "shfl_xor"},
             Collective::ShuffleXor)
      .Cases({"__all_sync", "__all", "all"}, Collective::All)
      .Cases({"__any_sync", "__any", "any"}, Collective::Any)
      .Case("__uni_sync", Collective::Uniform)
      .Cases({"__ballot_sync", "__ballot", "ballot"}, Collective::Ballot)
      .Cases({"__match_any_sync", "match_any"}, Collective::MatchAny)
      .Cases({"__match_all_sync", "match_all"}, Collective::MatchAll)
      .Case("__reduce_add_sync", Collective::ReduceAdd)
      .Case("__reduce_min_sync", Collective::ReduceMin)
      .Case("__reduce_max_sync", Collective::ReduceMax)
      .Case("__reduce_and_sync", Collective::ReduceAnd)
      .Case("__reduce_or_sync", Collective::ReduceOr)
      .Case("__reduce_xor_sync", Collective::ReduceXor)
      .Default(Collective::Sync);
}

bool CallDecoder::decodeWarp() {
  Collective Use;
  if (Name == "__activemask") {
    Use.Kind = Collective::ActiveMask;
    return D.collective(Call, Use), true;
  }
  const bool HasMask =
      StringRef(Name).ends_with("_sync") || Name == "__syncwarp";
  Use.Kind = warpCall(Name);
  if (!StringRef(Name).starts_with("__") ||
      (Use.Kind == Collective::Sync && Name != "__syncwarp"))
    return false;
  if (Use.Kind == Collective::MatchAll)
    return unsupported(), true;
  unsigned Next = 0;
  Use.HasMask = HasMask;
  if (HasMask)
    Use.Mask = raw(Next++);
  if (Use.Kind != Collective::Sync) {
    Use.ValueBytes = bytesOf(type(Next));
    Use.IsByAddress = isByAddress(Next);
    Use.IsSigned = type(Next)->isSignedIntegerType();
    Use.IsFloat = type(Next)->isFloatingType();
    Use.Value = raw(Next++);
    if (Use.ValueBytes > 8)
      return unsupported(), true;
  }
  if (Use.Kind >= Collective::ShuffleIdx &&
      Use.Kind <= Collective::ShuffleXor) {
    Use.Lane = raw(Next++);
    Use.Width = raw(Next);
    Use.WidthForm = Collective::Plain;
  }
  if (Result)
    return unsupported(), true;
  D.collective(Call, Use);
  return true;
}

/// A member of a group of \p Tile lanes.
bool CallDecoder::decodeGroupMember(StringRef Member, unsigned Tile) {
  Collective Use;
  Use.TileSize = Tile;
  Use.Kind = warpCall(Member);
  if (Member == "sync")
    return D.collective(Call, Use), true;
  if (Use.Kind != Collective::Sync) {
    if (Use.Kind == Collective::MatchAll || Result)
      return unsupported(), true;
    Use.ValueBytes = bytesOf(type(0));
    Use.IsByAddress = isByAddress(0);
    Use.Value = raw(0);
    if (Use.ValueBytes > 8)
      return unsupported(), true;
    if (Use.Kind <= Collective::ShuffleXor)
      Use.Lane = raw(1);
    return D.collective(Call, Use), true;
  }
  if (Member == "thread_rank")
    return reg(RegisterKind::TileRank, Tile), true;
  if (Member == "meta_group_rank")
    return reg(RegisterKind::TileIndex, Tile), true;
  if (Member == "meta_group_size")
    return reg(RegisterKind::TileCount, Tile), true;
  if (Member == "size" || Member == "num_threads")
    return copy(D.number(Tile)), true;
  if (Member == "is_valid")
    return copy(D.number(1)), true;
  return false;
}

/// What is declared as `T f(T &&value)` gives a reference where it is given a
/// variable: to memory of its own.
void CallDecoder::referToResult(Collective Use) {
  Op Room = D.start(OpKind::StackRoom, Call);
  Room.To = D.temporary(8);
  Room.Value = 16;
  D.emit(Room);
  Op Meet = D.start(OpKind::Warp, Call);
  Meet.To = D.temporary(8);
  Meet.Bytes = Use.ValueBytes;
  Meet.Table = D.Out.Collectives.size();
  D.Out.Collectives.push_back(Use);
  D.emit(Meet);
  Op Put = D.start(OpKind::Store, Call);
  Put.A = Room.To;
  Put.B = Meet.To;
  Put.Bytes = Use.ValueBytes;
  D.emit(Put);
  copy(Room.To);
}

bool CallDecoder::decodeGroup() {
  StringRef Rest = Name;
  if (!Rest.consume_front("cooperative_groups::"))
    return false;
  if (Rest == "this_thread_block" || Rest == "this_grid" ||
      Rest == "this_thread")
    return true;
  if (Rest == "tiled_partition")
    // The size of the other form is in no type.
    return F.getReturnType()->getAsCXXRecordDecl()->getName() ==
                   "thread_block_tile"
               ? true
               : (unsupported(), true);
  const auto *Method = dyn_cast<clang::CXXMethodDecl>(&F);
  if (Method && Rest.consume_front("thread_block_tile::")) {
    if (Rest == "thread_block_tile")
      return true;
    return decodeGroupMember(
        Rest,
        firstNumber(Ctx.getCanonicalTagType(Method->getParent())).value_or(32));
  }
  if (Rest.consume_front("thread_block::")) {
    if (Rest == "sync")
      return D.barrier(Call), true;
    if (Rest == "thread_rank")
      return reg(RegisterKind::ThreadRank), true;
    if (Rest == "size" || Rest == "num_threads")
      return reg(RegisterKind::BlockThreads), true;
    if (Rest == "is_valid")
      return copy(D.number(1)), true;
    const uint32_t At = StringSwitch<uint32_t>(Rest)
                            .Case("group_index", BlockIdxAt)
                            .Case("thread_index", ThreadIdxAt)
                            .Cases({"group_dim", "dim_threads"}, BlockDimAt)
                            .Default(0);
    if (At != 0)
      return returnMemory(D.number(LocalTag | At), 12), true;
  }
  if (Rest.consume_front("grid_group::")) {
    if (Rest == "thread_rank")
      return reg(RegisterKind::GridRank), true;
    if (Rest == "size" || Rest == "num_threads")
      return reg(RegisterKind::GridThreads), true;
  }
  const bool OfGroup = F.getNumParams() > 0 &&
                       type(0).getNonReferenceType()->getAsCXXRecordDecl();
  const std::string Group =
      OfGroup
          ? type(0).getNonReferenceType()->getAsCXXRecordDecl()->getName().str()
          : "";
  const bool IsBlock = Group == "thread_block",
             IsTile = Group == "thread_block_tile";
  const unsigned Tile = IsTile ? firstNumber(type(0)).value_or(32) : 32u;
  auto SyncGroup = [&] {
    if (IsBlock)
      return D.barrier(Call);
    Collective Use;
    Use.TileSize = Tile;
    D.collective(Call, Use);
  };
  if (!IsBlock && !IsTile)
    return false;
  if (Rest == "sync")
    return SyncGroup(), true;
  if (Rest == "thread_rank")
    return reg(IsBlock ? RegisterKind::ThreadRank : RegisterKind::TileRank,
               Tile),
           true;
  if (Rest == "group_size" && IsBlock)
    return reg(RegisterKind::BlockThreads), true;
  if (Rest == "wait" || Rest == "wait_prior") {
    const SmallVector<unsigned, 4> Numbers = numbersOf(F);
    waitGroups(D.number(Rest == "wait" || Numbers.empty() ? 0 : Numbers[0]));
    return SyncGroup(), true;
  }
  if (Rest == "memcpy_async" && F.getNumParams() == 4) {
    asyncCopy(1, /*HasGroup=*/true);
    D.emit(D.start(OpKind::CommitGroup, Call));
    return true;
  }
  if (Rest == "reduce" && IsTile && !Result) {
    Collective Use;
    Use.TileSize = Tile;
    const clang::CXXRecordDecl *Operator =
        type(2).getNonReferenceType()->getAsCXXRecordDecl();
    Use.Kind =
        StringSwitch<Collective::KindTy>(Operator ? Operator->getName() : "")
            .Case("plus", Collective::ReduceAdd)
            .Case("less", Collective::ReduceMin)
            .Case("greater", Collective::ReduceMax)
            .Case("bit_and", Collective::ReduceAnd)
            .Case("bit_or", Collective::ReduceOr)
            .Case("bit_xor", Collective::ReduceXor)
            .Default(Collective::Sync);
    Use.ValueBytes = bytesOf(type(1));
    Use.IsByAddress = isByAddress(1);
    Use.IsSigned = type(1).getNonReferenceType()->isSignedIntegerType();
    Use.IsFloat = type(1).getNonReferenceType()->isFloatingType();
    Use.Value = raw(1);
    if (Use.Kind == Collective::Sync || Use.ValueBytes > 8)
      return false;
    if (!F.getReturnType()->isReferenceType())
      return D.collective(Call, Use), true;
    return referToResult(Use), true;
  }
  if ((Rest == "inclusive_scan" || Rest == "exclusive_scan") && IsTile) {
    SyncGroup();
    return opaque(/*IsByThread=*/true), true;
  }
  return false;
}

/// to, from, size, from argument \p First on; a group may be before.
void CallDecoder::asyncCopy(unsigned First, bool HasGroup, CopyCounter Counter,
                            Slot Where) {
  Op O;
  O.FromBits = Counter;
  O.Table = Where;
  O.Kind = OpKind::AsyncCopy;
  O.From = &Call;
  O.A = raw(First);
  O.B = raw(First + 1);
  O.C = number(First + 2);
  O.Variant = uint8_t(CopyForm::Pieces);
  if (HasGroup) {
    const clang::CXXRecordDecl *Group =
        type(0).getNonReferenceType()->getAsCXXRecordDecl();
    const StringRef Kind = Group ? Group->getName() : "";
    if (Kind == "thread_block")
      O.Variant = uint8_t(CopyForm::ByBlock);
    else if (Kind == "thread_block_tile") {
      O.Variant = uint8_t(CopyForm::ByTile);
      O.Value = firstNumber(type(0)).value_or(32);
    } else {
      return unsupported();
    }
  }
  D.emit(O);
}

bool CallDecoder::decodePipeline(StringRef Member) {
  Op O = D.start(OpKind::Pipe, Call);
  O.A = This ? D.slotOf(*This) : 0;
  const auto Scope = firstNumber(
      Ctx.getCanonicalTagType(cast<clang::CXXMethodDecl>(F).getParent()));
  constexpr unsigned OfThread = 10; // cuda::thread_scope_thread
  if (Scope != OfThread)
    return decodeBlockPipe(Member);
  if (Member == "producer_acquire" || Member == "consumer_release" ||
      Member == "~pipeline" || Member == "quit")
    return true;
  const int Step = StringSwitch<int>(Member)
                       .Case("producer_commit", int(PipeStep::Commit))
                       .Case("consumer_wait", int(PipeStep::Wait))
                       .Default(-1);
  if (Step < 0)
    return unsupported(), true;
  O.Variant = Step;
  D.emit(O);
  return true;
}

bool CallDecoder::decodeCopy() {
  StringRef Rest = Name;
  if (Name == "__pipeline_memcpy_async") {
    Op O = D.start(OpKind::AsyncCopy, Call);
    O.A = raw(0);
    O.B = raw(1);
    O.C = raw(2);
    O.Table = raw(3);
    O.Variant = uint8_t(CopyForm::Whole);
    return D.emit(O), true;
  }
  if (Name == "__pipeline_commit" ||
      Name == "nvcuda::experimental::pipeline::commit")
    return D.emit(D.start(OpKind::CommitGroup, Call)), true;
  if (Name == "__pipeline_wait_prior")
    return waitGroups(raw(0)), true;
  if (Rest.consume_front("nvcuda::experimental::")) {
    if (Rest == "pipeline::pipeline")
      return true;
    if (Rest == "pipeline::commit_and_wait") {
      D.emit(D.start(OpKind::CommitGroup, Call));
      return waitGroups(D.number(0)), true;
    }
    if (Rest == "pipeline::wait_prior" && !numbersOf(F).empty())
      return waitGroups(D.number(numbersOf(F)[0])), true;
    // The toolkit's way to __pipeline_memcpy_async and __pipeline_wait_prior.
    if (Rest.consume_front("__pipeline_internal::")) {
      const SmallVector<unsigned, 4> Numbers = numbersOf(F);
      if (Rest == "pipeline_wait_prior" && Numbers.size() == 1)
        return waitGroups(D.number(Numbers[0])), true;
      if ((Rest == "pipeline_memcpy_async" || Rest == "pipeline_copy_strict") &&
          Numbers.size() >= 2) {
        Op O = D.start(OpKind::AsyncCopy, Call);
        O.A = raw(0);
        O.B = raw(1);
        O.C = D.number(Numbers[0]);
        O.Table = D.number(Numbers[1]);
        O.Variant = uint8_t(CopyForm::Known);
        return D.emit(O), true;
      }
      return unsupported(), true;
    }
    if (Rest == "memcpy_async") {
      Op O = D.start(OpKind::AsyncCopy, Call);
      O.A = raw(0);
      O.B = raw(1);
      O.C = D.number(bytesOf(type(0)));
      O.Variant = uint8_t(CopyForm::Pieces);
      return D.emit(O), true;
    }
    return false;
  }
  if (!Rest.consume_front("cuda::"))
    return false;
  if (Rest.consume_front("pipeline::"))
    return decodePipeline(Rest);
  if (Rest == "make_pipeline") {
    if (F.getNumParams() > 0)
      return makeBlockPipe();
    if (!Result)
      return unsupported(), true;
    Op O = D.start(OpKind::Pipe, Call);
    O.A = D.slotOf(*Result);
    O.Variant = uint8_t(PipeStep::Make);
    return D.emit(O), true;
  }
  if (Rest == "pipeline_consumer_wait_prior" && !numbersOf(F).empty()) {
    Op O = D.start(OpKind::Pipe, Call);
    O.A = raw(0);
    O.Variant = uint8_t(PipeStep::WaitPrior);
    O.Value = numbersOf(F)[0];
    return D.emit(O), true;
  }
  if (Rest == "memcpy_async") {
    const unsigned Count = F.getNumParams();
    const clang::CXXRecordDecl *To =
        type(Count - 1).getNonReferenceType()->getAsCXXRecordDecl();
    const std::optional<unsigned> Scope = firstNumber(type(Count - 1));
    constexpr unsigned OfBlock = 2, OfThread = 10;
    const bool IsPipe = To && To->getName() == "pipeline",
               IsBarrier = To && To->getName() == "barrier";
    const Slot Where = raw(Count - 1);
    if (IsPipe && Scope == OfThread)
      asyncCopy(Count - 4, Count == 5);
    else if (IsPipe && Scope == OfBlock)
      asyncCopy(Count - 4, Count == 5, CountedByPipe, Where);
    else if (IsBarrier && Scope == OfBlock)
      asyncCopy(Count - 4, Count == 5, CountedByMbarrier, Where);
    else
      unsupported();
    return true;
  }
  return false;
}

//===- Mbarriers and what they count ------------------------------------===//

/// The scope of a class that has one, cuda::barrier say.
static std::optional<unsigned> scopeOf(const clang::FunctionDecl &F) {
  const auto *Method = dyn_cast<clang::CXXMethodDecl>(&F);
  if (!Method)
    return std::nullopt;
  return firstNumber(
      F.getASTContext().getCanonicalTagType(Method->getParent()));
}

constexpr unsigned ScopeOfBlock = 2; // cuda::thread_scope_block

bool CallDecoder::decodeBlockPipe(StringRef Member) {
  if (scopeOf(F) != ScopeOfBlock || !This)
    return unsupported(), true;
  if (Member == "~pipeline" || Member == "quit")
    return true;
  const int Step = StringSwitch<int>(Member)
                       .Case("producer_acquire", int(BlockPipeStep::Acquire))
                       .Case("producer_commit", int(BlockPipeStep::Commit))
                       .Case("consumer_wait", int(BlockPipeStep::Wait))
                       .Case("consumer_release", int(BlockPipeStep::Release))
                       .Default(-1);
  if (Step < 0)
    return unsupported(), true;
  Op O = D.start(OpKind::BlockPipe, Call);
  O.A = D.slotOf(*This);
  O.Variant = Step;
  return D.emit(O), true;
}

/// make_pipeline(group, &state[, producers or role]).
bool CallDecoder::makeBlockPipe() {
  const clang::CXXRecordDecl *Group =
      type(0).getNonReferenceType()->getAsCXXRecordDecl();
  const clang::QualType State = type(1)->getPointeeType();
  if (!Result || F.getNumParams() < 2 || !Group ||
      Group->getName() != "thread_block" || State.isNull())
    return unsupported(), true;
  // The scope is a number, too, and comes first.
  const auto *Class = dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      State->getAsCXXRecordDecl());
  if (!Class || Class->getTemplateArgs().size() < 2 ||
      firstNumber(State) != ScopeOfBlock)
    return unsupported(), true;
  Op O = D.start(OpKind::BlockPipe, Call);
  O.A = D.slotOf(*Result);
  O.B = raw(1);
  O.C = F.getNumParams() > 2 ? number(2) : D.number(0);
  O.Value = Class->getTemplateArgs()[1].getAsIntegral().getExtValue();
  O.Variant = uint8_t(F.getNumParams() == 2       ? BlockPipeStep::Make
                      : type(2)->isEnumeralType() ? BlockPipeStep::MakeWithRole
                                                  : BlockPipeStep::MakeCounted);
  D.emit(O);
  return D.barrier(Call), true;
}

Slot CallDecoder::mbarrierOp(MbarrierStep Step, Slot Address, Slot Number,
                             Slot Bytes, bool HasResult) {
  Op O;
  O.Kind = OpKind::Mbarrier;
  O.From = &Call;
  O.Variant = uint8_t(Step);
  O.A = Address;
  O.B = Number;
  O.C = Bytes;
  O.To = HasResult ? D.temporary(8) : 0;
  D.emit(O);
  return O.To;
}

/// A token, or whether a phase has come, is the result.
void CallDecoder::giveToken(Slot Token) {
  if (!Result)
    return copy(Token);
  Op O;
  O.Kind = OpKind::Store;
  O.From = &Call;
  O.A = D.slotOf(*Result);
  O.B = Token;
  O.Bytes = 8;
  D.emit(O);
}

void CallDecoder::bulkCopy(BulkForm Form, Slot To, Slot From, Slot Bytes,
                           Slot Barrier) {
  Op O = D.start(OpKind::BulkCopy, Call);
  O.Variant = uint8_t(Form);
  O.A = To;
  O.B = From;
  O.C = Bytes;
  O.Table = Barrier;
  D.emit(O);
}

void CallDecoder::asyncGroup(AsyncGroupStep Step, unsigned Left) {
  Op O = D.start(OpKind::AsyncGroup, Call);
  O.Variant = uint8_t(Step);
  O.A = D.number(Left);
  D.emit(O);
}

void CallDecoder::proxyFence(bool OnlyMbarriers) {
  Op O = D.start(OpKind::ProxyFence, Call);
  O.Variant = OnlyMbarriers;
  D.emit(O);
}

/// A member of a cuda::barrier.
bool CallDecoder::decodeBarrierObject(StringRef Member) {
  using Step = MbarrierStep;
  if (Member == "~barrier" || Member == "max")
    return Member == "~barrier";
  if (scopeOf(F) != ScopeOfBlock || !This)
    return unsupported(), true;
  const Slot Address = D.slotOf(*This), One = D.number(1), No = D.number(0);
  if (Member == "barrier")
    return mbarrierOp(Step::Init, Address, number(0), No), true;
  if (Member == "arrive")
    return giveToken(mbarrierOp(Step::Arrive, Address, number(0), No, true)),
           true;
  if (Member == "arrive_and_drop")
    return mbarrierOp(Step::ArriveAndDrop, Address, One, No), true;
  if (Member == "arrive_and_wait") {
    const Slot Token = mbarrierOp(Step::Arrive, Address, One, No, true);
    return mbarrierOp(Step::WaitToken, Address, Token, No), true;
  }
  if (Member == "wait")
    return mbarrierOp(Step::WaitToken, Address, load(raw(0), 8), No), true;
  if (Member == "wait_parity")
    return mbarrierOp(Step::WaitParity, Address, number(0), No), true;
  if (Member.starts_with("try_wait_parity"))
    return giveToken(mbarrierOp(Step::TryParity, Address, number(0), No, true)),
           true;
  if (Member.starts_with("try_wait"))
    return giveToken(
               mbarrierOp(Step::TryToken, Address, load(raw(0), 8), No, true)),
           true;
  return unsupported(), true;
}

/// cuda::device's and cuda::device::experimental's.
bool CallDecoder::decodeBulkCopy(StringRef Function) {
  using Step = MbarrierStep;
  const Slot No = D.number(0);
  if (Function == "barrier_native_handle")
    return copy(raw(0)), true;
  if (Function == "barrier_arrive_tx")
    return giveToken(mbarrierOp(Step::ArriveExpect, raw(0), number(1),
                                number(2), true)),
           true;
  if (Function == "barrier_expect_tx")
    return mbarrierOp(Step::Expect, raw(0), No, number(1)), true;
  if (Function == "memcpy_async_tx") {
    // The instruction is hidden, and what it asks of the barrier with it.
    bulkCopy(BulkForm::ToShared, raw(0), raw(1), number(2), raw(3));
    D.Out.Ops.back().Value = 1;
    return true;
  }
  if (Function == "cp_async_bulk_global_to_shared")
    return bulkCopy(BulkForm::ToShared, raw(0), raw(1), number(2), raw(3)),
           true;
  if (Function == "cp_async_bulk_shared_to_global")
    return bulkCopy(BulkForm::ToGlobal, raw(0), raw(1), number(2), No), true;
  const unsigned Last = count() - 1;
  if (Function.starts_with("cp_async_bulk_tensor_") &&
      Function.ends_with("_global_to_shared"))
    return bulkCopy(BulkForm::TensorToShared, raw(0), raw(1), No, raw(Last)),
           true;
  if (Function.starts_with("cp_async_bulk_tensor_") &&
      Function.ends_with("_shared_to_global"))
    return bulkCopy(BulkForm::TensorToGlobal, raw(0), raw(Last), No, No), true;
  if (Function == "cp_async_bulk_commit_group")
    return asyncGroup(AsyncGroupStep::CommitBulk, 0), true;
  if (Function.starts_with("cp_async_bulk_wait_group")) {
    const SmallVector<unsigned, 4> Numbers = numbersOf(F);
    return asyncGroup(AsyncGroupStep::WaitBulk,
                      Numbers.empty() ? 0 : Numbers[0]),
           true;
  }
  if (Function == "fence_proxy_async_shared_cta")
    return proxyFence(false), true;
  return false;
}

/// cuda::ptx's: tags first, then what the instruction takes, by reference.
bool CallDecoder::decodePtx(StringRef Function) {
  using Step = MbarrierStep;
  SmallVector<Slot, 8> Given;
  SmallVector<std::string, 4> Tags;
  for (unsigned I = 0; I < F.getNumParams(); ++I) {
    const clang::QualType Type = type(I).getNonReferenceType();
    if (const clang::CXXRecordDecl *Class = Type->getAsCXXRecordDecl()) {
      Tags.push_back(Class->getName().str());
      continue;
    }
    const bool IsList = Type->isArrayType();
    Given.push_back(IsList || !isByAddress(I)
                        ? raw(I)
                        : load(raw(I), std::min(8u, bytesOf(type(I)))));
  }
  auto Has = [&](StringRef Tag) { return is_contained(Tags, Tag); };
  const Slot One = D.number(1), No = D.number(0);
  auto At = [&](unsigned I) { return I < Given.size() ? Given[I] : No; };
  const bool IsOfOthers = Has("space_cluster_t");
  if (Function == "fence_proxy_async" ||
      Function == "fence_proxy_async_generic_sync_restrict")
    return proxyFence(false), true;
  if (Function == "fence_mbarrier_init")
    return proxyFence(true), true;
  if (Function == "fence")
    return fence(), true;
  if (Function == "cp_async_bulk_commit_group" ||
      Function.starts_with("cp_async_bulk_wait_group"))
    return decodeBulkCopy(Function);
  if (Function == "elect_sync") {
    const Slot Lane = D.temporary(8);
    Op Ask;
    Ask.Kind = OpKind::Register;
    Ask.From = &Call;
    Ask.To = Lane;
    Ask.Variant = uint8_t(RegisterKind::LaneId);
    D.emit(Ask);
    Op O = D.start(OpKind::ICmp, Call);
    O.A = Lane;
    O.B = No;
    O.FromBits = 32;
    O.Variant = CmpInst::ICMP_EQ;
    return D.emit(O), true;
  }
  if (Function == "cp_async_bulk" && !Tags.empty()) {
    if (Tags[0] == "space_global_t")
      return bulkCopy(BulkForm::ToGlobal, At(0), At(1), At(2), No), true;
    if (Tags.size() == 2 && Tags[1] == "space_global_t" && Given.size() == 4)
      return bulkCopy(BulkForm::ToShared, At(0), At(1), At(2), At(3)), true;
    return false;
  }
  if (Function == "cp_async_bulk_tensor" && !Tags.empty()) {
    if (Tags[0] == "space_global_t")
      return bulkCopy(BulkForm::TensorToGlobal, At(0), At(2), No, No), true;
    if (Given.size() == 4)
      return bulkCopy(BulkForm::TensorToShared, At(0), At(1), No, At(3)), true;
    return false;
  }
  if (Function == "cp_reduce_async_bulk_tensor")
    return bulkCopy(BulkForm::TensorToGlobal, At(0), At(2), No, No), true;
  if (Function == "cp_async_mbarrier_arrive_noinc")
    return mbarrierOp(Step::ArriveCopiesNoInc, At(0), No, No), true;
  if (!Function.consume_front("mbarrier_") || Given.empty() || IsOfOthers)
    return false;
  if (Function == "init")
    return mbarrierOp(Step::Init, At(0), At(1), No), true;
  if (Function == "inval")
    return mbarrierOp(Step::Invalidate, At(0), No, No), true;
  if (Function == "expect_tx")
    return mbarrierOp(Step::Expect, At(0), No, At(1)), true;
  if (Function == "arrive_expect_tx")
    return giveToken(mbarrierOp(Step::ArriveExpect, At(0), One, At(1), true)),
           true;
  if (Function == "arrive" || Function == "arrive_no_complete")
    return giveToken(mbarrierOp(Step::Arrive, At(0),
                                Given.size() > 1 ? At(1) : One, No, true)),
           true;
  if (Function == "try_wait_parity" || Function == "test_wait_parity")
    return giveToken(mbarrierOp(Step::TryParity, At(0), At(1), No, true)), true;
  if (Function == "try_wait" || Function == "test_wait")
    return giveToken(mbarrierOp(Step::TryToken, At(0), At(1), No, true)), true;
  return false;
}

bool CallDecoder::decodeMbarrier() {
  using Step = MbarrierStep;
  const Slot One = D.number(1), No = D.number(0);
  StringRef Rest = Name;
  if (Rest.consume_front("__mbarrier_")) {
    if (Rest == "init")
      return mbarrierOp(Step::Init, raw(0), raw(1), No), true;
    if (Rest == "inval")
      return mbarrierOp(Step::Invalidate, raw(0), No, No), true;
    if (Rest == "arrive")
      return giveToken(mbarrierOp(Step::Arrive, raw(0), One, No, true)), true;
    if (Rest == "arrive_and_drop")
      return giveToken(mbarrierOp(Step::ArriveAndDrop, raw(0), One, No, true)),
             true;
    if (Rest == "test_wait" || Rest == "try_wait")
      return giveToken(mbarrierOp(Step::TryToken, raw(0), raw(1), No, true)),
             true;
    if (Rest == "test_wait_parity" || Rest == "try_wait_parity")
      return giveToken(mbarrierOp(Step::TryParity, raw(0), raw(1), No, true)),
             true;
    return unsupported(), true;
  }
  if (!Rest.consume_front("cuda::"))
    return false;
  if (Rest == "init" && F.getNumParams() == 2 && type(0)->isPointerType()) {
    if (firstNumber(type(0)->getPointeeType()) != ScopeOfBlock)
      return unsupported(), true;
    return mbarrierOp(Step::Init, raw(0), raw(1), No), true;
  }
  if (Rest.consume_front("barrier::"))
    return decodeBarrierObject(Rest);
  if (Rest.consume_front("device::")) {
    Rest.consume_front("experimental::");
    return decodeBulkCopy(Rest);
  }
  return Rest.consume_front("ptx::") && decodePtx(Rest);
}

/// What \p Name does to memory; -1: it is none of these.
int updateNamed(StringRef Name, clang::QualType Type) {
  const bool IsFloat = Type->isFloatingType(),
             IsSigned = Type->isSignedIntegerType();
  return StringSwitch<int>(Name)
      .Cases({"Add", "fetch_add"},
             IsFloat ? AtomicRMWInst::FAdd : AtomicRMWInst::Add)
      .Cases({"Sub", "fetch_sub"},
             IsFloat ? AtomicRMWInst::FSub : AtomicRMWInst::Sub)
      .Cases({"Exch", "exchange", "exchange_n"}, AtomicRMWInst::Xchg)
      .Cases({"Min", "fetch_min"}, IsFloat    ? AtomicRMWInst::FMin
                                   : IsSigned ? AtomicRMWInst::Min
                                              : AtomicRMWInst::UMin)
      .Cases({"Max", "fetch_max"}, IsFloat    ? AtomicRMWInst::FMax
                                   : IsSigned ? AtomicRMWInst::Max
                                              : AtomicRMWInst::UMax)
      .Cases({"And", "fetch_and"}, AtomicRMWInst::And)
      .Cases({"Or", "fetch_or"}, AtomicRMWInst::Or)
      .Cases({"Xor", "fetch_xor"}, AtomicRMWInst::Xor)
      .Case("Inc", AtomicRMWInst::UIncWrap)
      .Case("Dec", AtomicRMWInst::UDecWrap)
      .Default(-1);
}

void CallDecoder::atomic(Slot Address, Slot Operand, unsigned Bytes,
                         StringRef What, clang::QualType Type) {
  const int Update = updateNamed(What, Type);
  Op O = D.start(OpKind::Atomic, Call);
  O.A = Address;
  O.B = Operand;
  O.Bytes = Bytes;
  O.Bits = Bytes * 8;
  O.Variant = Update;
  // A pair of halves: some value, but all of them at once.
  if (!Type->isFloatingType() && !Type->isIntegralOrEnumerationType())
    O.Variant = AtomicRMWInst::Xchg;
  if (Update < 0 || Bytes > 8 || Result)
    return unsupported();
  D.emit(O);
}

/// A member of cuda::atomic, or of cuda::atomic_ref.
bool CallDecoder::decodeAtomicObject(StringRef Member, bool IsReference) {
  const auto *Class = dyn_cast<clang::ClassTemplateSpecializationDecl>(
      cast<clang::CXXMethodDecl>(F).getParent());
  if (!Class || !This)
    return false;
  const clang::QualType Type = Class->getTemplateArgs()[0].getAsType();
  const unsigned Bytes = bytesOf(Type);
  if (isa<clang::CXXConstructorDecl>(F)) {
    Op O = D.start(OpKind::Store, Call);
    O.A = D.slotOf(*This);
    O.B = raw(0);
    O.Bytes = 8;
    return D.emit(O), true;
  }
  const Slot Address = IsReference ? load(D.slotOf(*This), 8) : D.slotOf(*This);
  if (Bytes > 8 || Result)
    return unsupported(), true;
  // The default is sequentially consistent; weaker orders pass for it.
  fence();
  if (Member == "load" || Member.starts_with("operator ")) {
    Op O = D.start(OpKind::Load, Call);
    O.A = Address;
    O.Bytes = Bytes;
    O.Value = 1;
    D.emit(O);
  } else if (Member == "store" || Member == "operator=") {
    Op O = D.start(OpKind::Store, Call);
    O.A = Address;
    O.B = operandOf(0, Bytes);
    O.Bytes = Bytes;
    O.Value = 1;
    D.emit(O);
  } else if (Member.starts_with("compare_exchange")) {
    Op O = D.start(OpKind::CompareExchange, Call);
    O.A = Address;
    O.B = load(raw(0), Bytes);
    O.C = operandOf(1, Bytes);
    O.Bytes = Bytes;
    const Slot Both = D.temporary(16);
    O.To = Both;
    O.Value = 8;
    D.emit(O);
    Op Old = D.start(OpKind::Store, Call);
    Old.A = raw(0);
    Old.B = Both;
    Old.Bytes = Bytes;
    D.emit(Old);
    Op Won = D.start(OpKind::ExtractPart, Call);
    Won.A = Both;
    Won.Value = 8;
    Won.Table = 1;
    D.emit(Won);
  } else if (Member == "operator++" || Member == "operator--") {
    atomic(Address, D.number(1), Bytes,
           Member == "operator++" ? "fetch_add" : "fetch_sub", Type);
  } else if (Member == "operator+=" || Member == "operator-=") {
    atomic(Address, operandOf(0, Bytes), Bytes,
           Member == "operator+=" ? "fetch_add" : "fetch_sub", Type);
  } else if (updateNamed(Member, Type) >= 0) {
    atomic(Address, operandOf(0, Bytes), Bytes, Member, Type);
  } else {
    return unsupported(), true;
  }
  fence();
  return true;
}

bool CallDecoder::decodeAtomic() {
  StringRef Rest = Name;
  if (Rest.consume_front("cuda::atomic_ref::"))
    return decodeAtomicObject(Rest, /*IsReference=*/true);
  if (Rest.consume_front("cuda::atomic::"))
    return decodeAtomicObject(Rest, /*IsReference=*/false);
  const bool HasOrder = Rest.consume_front("__nv_atomic_");
  if (!HasOrder && !Rest.consume_front("atomic"))
    return false;
  Rest.consume_back("_block");
  Rest.consume_back("_system");
  if (F.getNumParams() == 0 || !type(0)->isPointerType())
    return false;
  const clang::QualType Type = type(0)->getPointeeType();
  const unsigned Bytes = bytesOf(Type);
  if (HasOrder)
    fence();
  if (Rest == "CAS") {
    Op O = D.start(OpKind::CompareExchange, Call);
    O.A = raw(0);
    O.B = operandOf(1, Bytes);
    O.C = operandOf(2, Bytes);
    O.Bytes = Bytes;
    O.Value = -1;
    if (Bytes > 8 || Result)
      return unsupported(), true;
    D.emit(O);
  } else if (HasOrder && (Rest == "load_n" || Rest == "store_n")) {
    Op O = D.start(Rest == "load_n" ? OpKind::Load : OpKind::Store, Call);
    O.A = raw(0);
    O.B = Rest == "load_n" ? 0 : operandOf(1, Bytes);
    O.Bytes = Bytes;
    O.Value = 1;
    D.emit(O);
  } else {
    atomic(raw(0), operandOf(1, Bytes), Bytes, Rest, Type);
  }
  if (HasOrder)
    fence();
  return true;
}

bool CallDecoder::decodeMemory() {
  const bool Loads =
      StringSwitch<bool>(Name)
          .Cases({"__ldg", "__ldca", "__ldcg", "__ldcs", "__ldlu", "__ldcv"},
                 true)
          .Default(false);
  if (Loads)
    return returnMemory(raw(0), bytesOf(F.getReturnType())), true;
  if (Name == "__stwb" || Name == "__stcg" || Name == "__stcs" ||
      Name == "__stwt") {
    const unsigned Bytes = bytesOf(type(1));
    Op O = D.start(isByAddress(1) ? OpKind::CopyMemory : OpKind::Store, Call);
    O.A = raw(0);
    O.B = raw(1);
    O.Bytes = Bytes;
    O.C = D.number(Bytes);
    return D.emit(O), true;
  }
  StringRef Plain = Name;
  Plain.consume_front("std::");
  if ((Plain == "memset" || Plain == "memcpy") && count() == 3) {
    Op O;
    O.Kind = Plain == "memset" ? OpKind::SetMemory : OpKind::CopyMemory;
    O.From = &Call;
    O.A = raw(0);
    O.B = raw(1);
    O.C = raw(2);
    D.emit(O);
    return copy(raw(0)), true;
  }
  const auto Kind =
      StringSwitch<OpKind>(Name)
          .Case("__cvta_generic_to_shared", OpKind::ToShared)
          .Case("__cvta_shared_to_generic", OpKind::FromShared)
          .Cases({"__cvta_generic_to_global", "__cvta_global_to_generic",
                  "__nv_associate_access_property",
                  "cuda::associate_access_property"},
                 OpKind::Copy)
          .Case("__isShared", OpKind::IsShared)
          .Case("__isGlobal", OpKind::IsGlobal)
          .Case("__isLocal", OpKind::IsLocal)
          .Default(OpKind::Unsupported);
  if (Kind == OpKind::Unsupported)
    return false;
  Op O = D.start(Kind, Call);
  O.A = raw(0);
  D.emit(O);
  return true;
}

bool CallDecoder::decodeMatrix() {
  StringRef Rest = Name;
  if (!Rest.consume_front("nvcuda::wmma::"))
    return false;
  Rest.consume_front("experimental::");
  if (Rest == "fill_fragment" || Rest == "__float_to_tf32")
    return opaque(), true;
  if (Rest == "mma_sync" || Rest == "bmma_sync")
    return opaque(/*IsByThread=*/true), true;
  const bool IsStore = Rest == "store_matrix_sync";
  if (!IsStore && Rest != "load_matrix_sync")
    return false;
  const clang::QualType Of = type(IsStore ? 1 : 0).getNonReferenceType();
  const auto *Class =
      cast<clang::ClassTemplateSpecializationDecl>(Of->getAsCXXRecordDecl());
  const auto Arguments = Class->getTemplateArgs().asArray();
  const StringRef Part =
      Arguments[0].getAsType()->getAsCXXRecordDecl()->getName();
  unsigned Sizes[3];
  for (unsigned I : {0u, 1u, 2u})
    Sizes[I] = Arguments[I + 1].getAsIntegral().getExtValue();
  FragmentAccess Use;
  Use.IsStore = IsStore;
  Use.Rows = Part == "matrix_b" ? Sizes[2] : Sizes[0];
  Use.Columns = Part == "matrix_a" ? Sizes[2] : Sizes[1];
  const clang::CXXRecordDecl *Order =
      Arguments.size() > 5 &&
              Arguments[5].getKind() == clang::TemplateArgument::Type
          ? Arguments[5].getAsType()->getAsCXXRecordDecl()
          : nullptr;
  if (Order && Order->getName() == "col_major")
    std::swap(Use.Rows, Use.Columns);
  Use.ElementBytes = bytesOf(type(IsStore ? 0 : 1)->getPointeeType());
  // Numbers of a few bits are packed into words.
  if (Use.ElementBytes == 0 || Use.ElementBytes > 8 || Use.Columns == 0)
    return unsupported(), true;
  Use.Address = raw(IsStore ? 0 : 1);
  Use.Leading = raw(2);
  Use.HasLayout = F.getNumParams() > 3;
  if (Use.HasLayout)
    Use.Layout = raw(3);
  Op O = D.start(OpKind::Fragment, Call);
  O.Table = D.Out.Fragments.size();
  D.Out.Fragments.push_back(Use);
  D.Out.Unmodelled.insert("wmma");
  D.emit(O);
  return true;
}

bool CallDecoder::decodeMath() {
  StringRef Base = Name;
  Base.consume_front("std::");
  MathKind Kind = mathNamed(Base);
  const clang::QualType Type = F.getReturnType();
  if (Base == "min" || Base == "max") {
    const bool IsMax = Base == "max";
    Kind = Type->isFloatingType() ? (IsMax ? MathKind::FMax : MathKind::FMin)
           : Type->isSignedIntegerType()
               ? (IsMax ? MathKind::SMax : MathKind::SMin)
               : (IsMax ? MathKind::UMax : MathKind::UMin);
  }
  if ((Base == "abs" || Base == "fabs") && Type->isFloatingType())
    Kind = MathKind::FAbs;
  if (Kind == MathKind::None ||
      (Kind < MathKind::SMax) != Type->isFloatingType() || Result ||
      count() > 3)
    return false;
  Op O = D.start(OpKind::Math, Call);
  O.Variant = uint8_t(Kind);
  Slot *const To[] = {&O.A, &O.B, &O.C};
  for (unsigned I = 0; I < count(); ++I) {
    if (type(I)->isFloatingType() && bytesOf(type(I)) != bytesOf(Type))
      return false;
    *To[I] = raw(I);
  }
  if (Kind >= MathKind::SMax)
    O.FromBits = 8 * bytesOf(type(0));
  D.emit(O);
  return true;
}

/// Casts between types of the same bits, and between numbers.
bool CallDecoder::decodeRest() {
  StringRef Rest = Name;
  if (Result || count() > 1)
    return false;
  if (Rest == "clock" || Rest == "clock64")
    return reg(RegisterKind::Clock), true;
  if (Rest == "__trap")
    return D.emit(D.start(OpKind::Trap, Call)), true;
  if (Rest == "__nanosleep" || Rest == "__prof_trigger" || Rest == "__brkpt" ||
      Rest == "cudaGridDependencySynchronize" ||
      Rest == "cudaTriggerProgrammaticLaunchCompletion")
    return true;
  if (count() == 1 &&
      StringSwitch<bool>(Rest)
          .Cases({"__float_as_int", "__float_as_uint", "__int_as_float",
                  "__uint_as_float", "__double_as_longlong",
                  "__longlong_as_double"},
                 true)
          .Default(false))
    return copy(raw(0)), true;
  if (count() != 1 || !Rest.consume_front("__") || !Rest.contains('2') ||
      !type(0)->isArithmeticType() || !F.getReturnType()->isArithmeticType() ||
      Rest.contains("hiint") || Rest.contains("loint"))
    return false;
  const bool FromFloat = type(0)->isFloatingType(),
             ToFloat = F.getReturnType()->isFloatingType();
  Op O = D.start(FromFloat && ToFloat             ? OpKind::FPConvert
                 : FromFloat                      ? OpKind::FPToSI
                 : type(0)->isSignedIntegerType() ? OpKind::SIToFP
                                                  : OpKind::UIToFP,
                 Call);
  if (!FromFloat && !ToFloat)
    return false;
  O.A = raw(0);
  O.FromBits = 8 * bytesOf(type(0));
  D.emit(O);
  return true;
}

/// A function that reads and writes what it is given addresses of.
void CallDecoder::opaque(bool IsByThread) {
  OpaqueCall Made;
  Made.Name = StringRef(Name).starts_with("nvcuda::wmma") ? "wmma" : Name;
  Made.IsByThread = IsByThread;
  auto AddAddress = [&](const Value &Address, clang::QualType To, bool Writes) {
    OpaqueCall::Operand One;
    One.At = D.slotOf(Address);
    One.PointeeBytes = bytesOf(To);
    One.IsRead = true;
    One.IsWritten = Writes;
    Made.Operands.push_back(One);
  };
  if (Result) {
    OpaqueCall::Operand One;
    One.At = D.slotOf(*Result);
    One.PointeeBytes = bytesOf(F.getReturnType());
    One.IsWritten = true;
    Made.Operands.push_back(One);
  }
  if (This) {
    const auto &Method = cast<clang::CXXMethodDecl>(F);
    const bool Makes = isa<clang::CXXConstructorDecl>(F);
    AddAddress(*This, Ctx.getCanonicalTagType(Method.getParent()),
               !Method.isConst());
    if (Makes)
      Made.Operands.back().IsRead = false;
  }
  for (unsigned I = 0; I < count() && I < F.getNumParams(); ++I) {
    if (isByAddress(I)) {
      const clang::QualType To = type(I).getNonReferenceType();
      AddAddress(value(I), To,
                 type(I)->isReferenceType() && !To.isConstQualified());
    } else if (type(I)->isPointerType()) {
      const clang::QualType To = type(I)->getPointeeType();
      if (To->isVoidType() || To->isFunctionType() || To->isIncompleteType())
        return unsupported();
      AddAddress(value(I), To, !To.isConstQualified());
    } else {
      OpaqueCall::Operand One;
      One.At = raw(I);
      One.Bytes = D.Places.sizeOf(value(I).getType());
      Made.Operands.push_back(One);
    }
  }
  D.opaque(Call, std::move(Made));
}

void CallDecoder::decode() {
  const clang::SourceManager &SM = Ctx.getSourceManager();
  if (!SM.isInSystemHeader(SM.getExpansionLoc(F.getLocation())))
    return D.unsupported(Call, "'" + Name + "', whose body is not here");
  if (decodeBarrier() || decodeMbarrier() || decodeWarp() || decodeGroup() ||
      decodeCopy() || decodeAtomic() || decodeMemory() || decodeMatrix() ||
      decodeMath() || decodeRest())
    return;
  const StringRef Rest = Name;
  // What makes threads wait or copies cannot be passed over.
  for (StringRef Part :
       {"barrier", "cluster", "sync", "cub::", "wait", "arrive", "poll", "bulk",
        "cooperative_groups::", "cuda::ptx", "cuda::std::__", "__cccl"})
    if (Rest.contains(Part))
      return unsupported();
  opaque();
}

} // namespace

void decodeDeclared(Decoder &D, const CallInst &Call) {
  const clang::FunctionDecl *F = D.Code.declaration(*Call.getCalledFunction());
  if (!F)
    return D.unsupported(Call,
                         "'" + Call.getCalledFunction()->getName().str() + "'");
  CallDecoder(D, Call, *F).decode();
}

} // namespace cudapipe::check
