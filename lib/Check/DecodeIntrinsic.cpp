//===- DecodeIntrinsic.cpp - What LLVM and libdevice call by name ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With the toolkit's headers, CUDA's functions are intrinsics of NVPTX and
// functions of libdevice.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace cudapipe::check {

MathKind mathNamed(StringRef Name) {
  using K = MathKind;
  return StringSwitch<K>(Name)
      .Cases({"exp", "expf", "__expf"}, K::Exp)
      .Cases({"exp2", "exp2f", "ex2.approx"}, K::Exp2)
      .Cases({"exp10", "exp10f", "__exp10f"}, K::Exp10)
      .Cases({"log", "logf", "__logf"}, K::Log)
      .Cases({"log2", "log2f", "__log2f", "lg2.approx"}, K::Log2)
      .Cases({"log10", "log10f", "__log10f"}, K::Log10)
      .Cases({"sqrt", "sqrtf", "__fsqrt_rn", "__dsqrt_rn", "sqrt.rn",
              "sqrt.approx", "fsqrt_rn", "dsqrt_rn"},
             K::Sqrt)
      .Cases({"rsqrt", "rsqrtf", "__frsqrt_rn", "rsqrt.approx"}, K::RSqrt)
      .Cases({"sin", "sinf", "__sinf", "sin.approx"}, K::Sin)
      .Cases({"cos", "cosf", "__cosf", "cos.approx"}, K::Cos)
      .Cases({"tan", "tanf", "__tanf"}, K::Tan)
      .Cases({"tanh", "tanhf", "__tanhf"}, K::Tanh)
      .Cases({"fabs", "fabsf"}, K::FAbs)
      .Cases({"floor", "floorf"}, K::Floor)
      .Cases({"ceil", "ceilf"}, K::Ceil)
      .Cases({"round", "roundf", "rint", "rintf", "nearbyint", "nearbyintf"},
             K::Round)
      .Cases({"trunc", "truncf"}, K::Trunc)
      .Cases({"fma", "fmaf", "__fmaf_rn", "__fma_rn", "fmuladd", "fma.rn",
              "fmaf_rn", "fma_rn"},
             K::FMA)
      .Cases({"fmax", "fmaxf", "maxnum"}, K::FMax)
      .Cases({"fmin", "fminf", "minnum"}, K::FMin)
      .Cases({"pow", "powf", "__powf"}, K::Pow)
      .Cases({"erf", "erff"}, K::Erf)
      .Cases({"__frcp_rn", "__drcp_rn", "rcp.approx", "rcp.rn"}, K::Reciprocal)
      .Cases({"fdividef", "__fdividef", "__fdiv_rn", "__ddiv_rn", "div.approx",
              "div.rn", "fdiv_rn", "ddiv_rn"},
             K::FDivide)
      .Cases({"smax", "max.i", "max.ll"}, K::SMax)
      .Cases({"smin", "min.i", "min.ll"}, K::SMin)
      .Cases({"umax", "umaxu", "max.ui", "max.ull"}, K::UMax)
      .Cases({"umin", "min.ui", "min.ull"}, K::UMin)
      .Cases({"abs", "labs", "llabs"}, K::Abs)
      .Cases({"__umulhi", "__umul64hi", "umulhi", "umul64hi", "mulhi.ui",
              "mulhi.ull"},
             K::UMulHi)
      .Cases({"__mulhi", "__mul64hi", "mulhi", "mul64hi", "mulhi.i"}, K::SMulHi)
      .Cases({"__mul24", "__umul24", "mul24", "umul24", "mul24.i", "mul24.ui"},
             K::Mul24)
      .Cases({"__popc", "__popcll", "popc", "popcll", "ctpop"}, K::PopCount)
      .Cases({"__clz", "__clzll", "clz", "clzll", "ctlz"}, K::LeadingZeros)
      .Case("cttz", K::TrailingZeros)
      .Cases({"__ffs", "__ffsll", "ffs", "ffsll"}, K::FindFirst)
      .Cases({"__brev", "__brevll", "brev", "brevll", "bitreverse"},
             K::BitReverse)
      .Case("fshl", K::FunnelLeft)
      .Case("fshr", K::FunnelRight)
      .Cases({"__byte_perm", "byte_perm"}, K::BytePermute)
      .Default(K::None);
}

namespace {

class IntrinsicDecoder {
public:
  IntrinsicDecoder(Decoder &D, const CallInst &Call)
      : D(D), Call(Call), Name(Call.getCalledFunction()->getName()) {}

  bool decode();

private:
  Slot argument(unsigned I) const { return D.slotOf(*Call.getArgOperand(I)); }
  unsigned space(unsigned I) const {
    return Call.getArgOperand(I)->getType()->getPointerAddressSpace();
  }
  bool decodeMemory();
  bool decodeRegister(StringRef Register);
  bool decodeBarrier();
  bool decodeWarp();
  bool decodeCopy();
  bool decodeMbarrier();
  bool decodeFragment(StringRef Form);
  bool decodeMath();

  Decoder &D;
  const CallInst &Call;
  StringRef Name;
};

} // namespace

bool IntrinsicDecoder::decodeMemory() {
  if (!isa<MemTransferInst, MemSetInst>(Call))
    return false;
  Op O = D.start(isa<MemSetInst>(Call) ? OpKind::SetMemory : OpKind::CopyMemory,
                 Call);
  O.A = argument(0);
  O.B = argument(1);
  O.C = argument(2);
  O.Space = space(0);
  if (const auto *Moves = dyn_cast<MemTransferInst>(&Call)) {
    O.Variant = space(1);
    // What both sides are multiples of; 0: nobody says.
    O.Value = int64_t(Moves->getDestAlign().valueOrOne().value()) << 32 |
              int64_t(Moves->getSourceAlign().valueOrOne().value());
  }
  D.emit(O);
  return true;
}

bool IntrinsicDecoder::decodeRegister(StringRef Register) {
  using K = RegisterKind;
  const StringRef Whole = Register;
  Op O = D.start(OpKind::Register, Call);
  const auto Place = StringSwitch<int>(Register.take_back(2))
                         .Case(".y", 1)
                         .Case(".z", 2)
                         .Default(0);
  O.Value = Place;
  const StringRef Base = Register.contains('.')
                             ? Register.take_front(Register.find('.'))
                             : Register;
  const K Kind =
      StringSwitch<K>(Base)
          .Case("tid", K::ThreadIdx)
          .Case("ntid", K::BlockDim)
          .Case("ctaid", K::BlockIdx)
          .Case("nctaid", K::GridDim)
          .Case("laneid", K::LaneId)
          .Case("warpid", K::WarpId)
          .Case("dynamic_smem_size", K::DynamicBytes)
          .Case("nwarpid", K::WarpCount)
          .Case("lanemask", K::MaskEqual)
          .Cases({"clock", "clock64", "clock_hi", "globaltimer"}, K::Clock)
          .Default(K::Zero);
  O.Variant = uint8_t(Kind);
  if (Kind == K::MaskEqual)
    O.Variant = uint8_t(StringSwitch<K>(Whole)
                            .Case("lanemask.lt", K::MaskLess)
                            .Case("lanemask.le", K::MaskLessEqual)
                            .Case("lanemask.gt", K::MaskGreater)
                            .Case("lanemask.ge", K::MaskGreaterEqual)
                            .Default(K::MaskEqual));
  if (Base == "warpsize") {
    O.Kind = OpKind::Copy;
    O.A = D.number(32);
  } else if (Kind == K::Zero) {
    return false;
  }
  D.emit(O);
  return true;
}

bool IntrinsicDecoder::decodeBarrier() {
  const bool IsWarp = Name == "llvm.nvvm.bar.warp.sync" ||
                      Name.starts_with("llvm.nvvm.barrier.warp");
  if (IsWarp) {
    Collective Use;
    Use.HasMask = true;
    Use.Mask = argument(0);
    D.collective(Call, Use);
    return true;
  }
  if (!Name.starts_with("llvm.nvvm.barrier"))
    return false;
  if (Name.contains("cluster")) {
    D.unsupported(Call, "barriers of a cluster");
    return true;
  }
  BarrierUse Use;
  const bool IsZero = Name.starts_with("llvm.nvvm.barrier0");
  unsigned Next = 0;
  if (!IsZero) {
    Use.HasId = true;
    Use.Id = argument(Next++);
    if (Name.contains(".count")) {
      Use.HasCount = true;
      Use.Expected = argument(Next++);
    }
  }
  Use.OnlyArrives = Name.contains("arrive");
  Use.Result = Name.contains("popc")   ? BarrierUse::Count
               : Name.contains(".and") ? BarrierUse::And
               : Name.contains(".or")  ? BarrierUse::Or
                                       : BarrierUse::Nothing;
  if (Use.Result != BarrierUse::Nothing)
    Use.Predicate = argument(Next);
  D.barrier(Call, Use);
  return true;
}

bool IntrinsicDecoder::decodeWarp() {
  StringRef Form = Name;
  Collective Use;
  if (Form.consume_front("llvm.nvvm.shfl.sync.")) {
    Use.Kind = Form.starts_with("idx")    ? Collective::ShuffleIdx
               : Form.starts_with("up")   ? Collective::ShuffleUp
               : Form.starts_with("down") ? Collective::ShuffleDown
                                          : Collective::ShuffleXor;
    Use.Value = argument(1);
    Use.Lane = argument(2);
    Use.Width = argument(3);
    Use.WidthForm = Collective::Packed;
  } else if (Form.consume_front("llvm.nvvm.vote.")) {
    Use.Kind = Form.contains("ballot") ? Collective::Ballot
               : Form.contains("all")  ? Collective::All
               : Form.contains("any")  ? Collective::Any
                                       : Collective::Uniform;
    Use.Value = argument(Form.contains("sync") ? 1 : 0);
    Use.ValueBytes = 1;
  } else if (Form.consume_front("llvm.nvvm.match.any.sync")) {
    Use.Kind = Collective::MatchAny;
    Use.Value = argument(1);
    Use.ValueBytes = Form.contains("64") ? 8 : 4;
  } else if (Form.consume_front("llvm.nvvm.redux.sync.")) {
    Use.Kind = StringSwitch<Collective::KindTy>(Form)
                   .Case("add", Collective::ReduceAdd)
                   .Cases({"umin", "min"}, Collective::ReduceMin)
                   .Cases({"umax", "max"}, Collective::ReduceMax)
                   .Case("and", Collective::ReduceAnd)
                   .Case("or", Collective::ReduceOr)
                   .Default(Collective::ReduceXor);
    Use.IsSigned = Form == "min" || Form == "max";
    Use.Value = argument(0);
    Use.HasMask = true;
    Use.Mask = argument(1);
    D.collective(Call, Use);
    return true;
  } else if (Name == "llvm.nvvm.activemask") {
    Use.Kind = Collective::ActiveMask;
    D.collective(Call, Use);
    return true;
  } else {
    return false;
  }
  if (Name.contains("sync")) {
    Use.HasMask = true;
    Use.Mask = argument(0);
  }
  D.collective(Call, Use);
  return true;
}

bool IntrinsicDecoder::decodeMbarrier() {
  using Step = MbarrierStep;
  StringRef Form = Name;
  if (!Form.consume_front("llvm.nvvm.mbarrier."))
    return false;
  Form.consume_back(".shared");
  const int What = StringSwitch<int>(Form)
                       .Case("init", int(Step::Init))
                       .Case("inval", int(Step::Invalidate))
                       .Case("arrive", int(Step::Arrive))
                       .Case("arrive.drop", int(Step::ArriveAndDrop))
                       .Case("test.wait", int(Step::TryToken))
                       .Default(-1);
  if (What < 0) {
    D.unsupported(Call, "'" + Name.str() + "', which is not modelled");
    return true;
  }
  Op O = D.start(OpKind::Mbarrier, Call);
  O.Variant = What;
  O.A = argument(0);
  O.B = Call.arg_size() > 1 ? argument(1) : D.number(1);
  D.emit(O);
  return true;
}

bool IntrinsicDecoder::decodeCopy() {
  if (!Name.starts_with("llvm.nvvm.cp.async."))
    return false;
  if (Name.contains("bulk") || Name.contains("mbarrier")) {
    D.unsupported(Call, "bulk copies and their barriers");
  } else if (Name.contains("commit.group")) {
    D.emit(D.start(OpKind::CommitGroup, Call));
  } else if (Name.contains("wait.group")) {
    Op O = D.start(OpKind::WaitGroups, Call);
    O.A = argument(0);
    D.emit(O);
  } else if (Name.contains("wait.all")) {
    D.emit(D.start(OpKind::CommitGroup, Call));
    Op O = D.start(OpKind::WaitGroups, Call);
    O.A = D.number(0);
    D.emit(O);
  } else {
    Op O = D.start(OpKind::AsyncCopy, Call);
    O.A = argument(0);
    O.B = argument(1);
    O.C = D.number(Name.contains(".16") ? 16 : Name.contains(".8") ? 8 : 4);
    O.Variant = uint8_t(CopyForm::Whole);
    if (Call.arg_size() > 2) {
      O.Variant = uint8_t(CopyForm::Known);
      O.Table = argument(2);
    }
    D.emit(O);
  }
  return true;
}

bool IntrinsicDecoder::decodeFragment(StringRef Form) {
  OpaqueCall Made;
  Made.Name = "wmma";
  Made.IsByThread = true;
  if (Form.contains(".mma.")) {
    D.opaque(Call, std::move(Made));
    return true;
  }
  // m16n16k16.
  unsigned M = 16, N = 16, K = 16;
  for (auto [Letter, To] : {std::pair("m", &M), {"n", &N}, {"k", &K}})
    if (!Form.consume_front(Letter) || Form.consumeInteger(10, *To))
      break;
  FragmentAccess Use;
  Use.IsStore = Form.contains(".store.");
  const bool IsA = Form.contains(".load.a"), IsB = Form.contains(".load.b");
  Use.Rows = IsB ? K : M;
  Use.Columns = IsA ? K : N;
  if (!Form.contains(".row"))
    std::swap(Use.Rows, Use.Columns);
  Use.ElementBytes = Form.contains("f16")                         ? 2
                     : Form.contains("bf16")                      ? 2
                     : Form.contains("s8") || Form.contains("u8") ? 1
                                                                  : 4;
  Use.Address = argument(0);
  Use.Leading = Form.contains("stride") ? argument(Call.arg_size() - 1)
                                        : D.number(Use.Columns);
  Op O = D.start(OpKind::Fragment, Call);
  O.Space = space(0);
  O.Table = D.Out.Fragments.size();
  D.Out.Fragments.push_back(Use);
  D.Out.Unmodelled.insert("wmma");
  D.emit(O);
  return true;
}

bool IntrinsicDecoder::decodeMath() {
  StringRef Base = Name;
  Base.consume_front("llvm.");
  Base.consume_front("nvvm.");
  const bool IsLibdevice = Base.consume_front("__nv_");
  Base.consume_front("fast_");
  MathKind Kind = mathNamed(Base);
  while (Kind == MathKind::None && Base.contains('.')) {
    Base = Base.take_front(Base.rfind('.'));
    Kind = mathNamed(Base);
  }
  if (IsLibdevice && (Base == "max" || Base == "llmax"))
    Kind = MathKind::SMax;
  if (IsLibdevice && (Base == "min" || Base == "llmin"))
    Kind = MathKind::SMin;
  if (Kind == MathKind::None || Call.getType()->isVectorTy() ||
      (Kind < MathKind::SMax) != Call.getType()->isFloatingPointTy())
    return false;
  Op O = D.start(OpKind::Math, Call);
  O.Variant = uint8_t(Kind);
  Slot *const To[] = {&O.A, &O.B, &O.C};
  for (unsigned I = 0; I < 3 && I < Call.arg_size(); ++I)
    *To[I] = argument(I);
  if (Kind >= MathKind::SMax)
    O.FromBits = Call.getArgOperand(0)->getType()->getIntegerBitWidth();
  D.emit(O);
  return true;
}

bool IntrinsicDecoder::decode() {
  const bool IsKnown = Name.starts_with("llvm.") || Name.starts_with("__nv_") ||
                       Name == "vprintf" || Name == "__assertfail" ||
                       Name == "__nvvm_reflect";
  if (!IsKnown)
    return false;
  StringRef Form = Name;
  if (isa<DbgInfoIntrinsic>(Call) || Call.isLifetimeStartOrEnd() ||
      Name.starts_with("llvm.assume") || Name.contains("noalias.scope") ||
      Name.starts_with("llvm.invariant") || Name.starts_with("llvm.prefetch") ||
      Name == "vprintf" || Name.starts_with("llvm.nvvm.nanosleep"))
    return true;
  if (Name.contains("fence.proxy.async") || Name.contains("fence.mbarrier")) {
    D.emit(D.start(OpKind::ProxyFence, Call));
    D.Out.Ops.back().Variant = Name.contains("mbarrier");
    return true;
  }
  if (Name.contains("membar") || Name.contains("fence")) {
    D.emit(D.start(OpKind::Fence, Call));
    return true;
  }
  if (Name == "__assertfail" || Name == "llvm.trap" ||
      Name == "llvm.ubsantrap") {
    D.emit(D.start(OpKind::Trap, Call));
    return true;
  }
  if (Form.consume_front("llvm.nvvm.read.ptx.sreg.") && decodeRegister(Form))
    return true;
  if (Form.consume_front("llvm.nvvm.isspacep.")) {
    Op O = D.start(Form.starts_with("shared")   ? OpKind::IsShared
                   : Form.starts_with("global") ? OpKind::IsGlobal
                                                : OpKind::IsLocal,
                   Call);
    O.A = argument(0);
    D.emit(O);
    return true;
  }
  if (Form.consume_front("llvm.nvvm.wmma."))
    return decodeFragment(Form);
  if (decodeMbarrier() || decodeMemory() || decodeBarrier() || decodeWarp() ||
      decodeCopy() || decodeMath())
    return true;
  if (Name == "llvm.expect" || Name.starts_with("llvm.expect.") ||
      Name.starts_with("llvm.ptrmask")) {
    Op O = D.start(OpKind::Copy, Call);
    O.A = argument(0);
    D.emit(O);
    return true;
  }
  const Function &Callee = *Call.getCalledFunction();
  const bool IsMatrix = Name.starts_with("llvm.nvvm.mma.");
  if (IsMatrix || Name.starts_with("__nv_") || Name == "__nvvm_reflect" ||
      (Callee.doesNotAccessMemory() && !Callee.isConvergent())) {
    OpaqueCall Made;
    Made.Name = Name.str();
    Made.IsByThread = IsMatrix;
    for (const Use &Argument : Call.args())
      if (!Argument->getType()->isMetadataTy() &&
          D.Places.sizeOf(Argument->getType()) > 0)
        Made.Operands.push_back(
            {D.slotOf(*Argument), D.Places.sizeOf(Argument->getType())});
    D.opaque(Call, std::move(Made));
    return true;
  }
  D.unsupported(Call, "'" + Name.str() + "'");
  return true;
}

bool decodeIntrinsic(Decoder &D, const CallInst &Call) {
  return IntrinsicDecoder(D, Call).decode();
}

} // namespace cudapipe::check
