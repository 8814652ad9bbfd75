//===- PlantFaults.cpp - Is what is found all that is there? --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlantFaults.h"
#include "Describe.h"

using namespace llvm;

namespace cudapipe::check {

/// Where \p Code without the barrier or wait \p At differs. False: it is none.
static bool leaveOut(Program &Code, uint32_t At) {
  const Slot Yes = Code.Frame.Image.size();
  Code.Frame.Image.resize(Yes + 8);
  Code.Frame.Image[Yes] = 1;
  Op &O = Code.Ops[At];
  const bool IsSync =
      O.Kind == OpKind::Barrier || O.Kind == OpKind::WaitGroups ||
      (O.Kind == OpKind::Pipe && PipeStep(O.Variant) >= PipeStep::Wait) ||
      (O.Kind == OpKind::Mbarrier &&
       MbarrierStep(O.Variant) >= MbarrierStep::WaitToken &&
       MbarrierStep(O.Variant) <= MbarrierStep::TryParity) ||
      (O.Kind == OpKind::BlockPipe &&
       (BlockPipeStep(O.Variant) == BlockPipeStep::Acquire ||
        BlockPipeStep(O.Variant) == BlockPipeStep::Wait)) ||
      (O.Kind == OpKind::AsyncGroup &&
       (AsyncGroupStep(O.Variant) == AsyncGroupStep::WaitBulk ||
        AsyncGroupStep(O.Variant) == AsyncGroupStep::WaitMma)) ||
      (O.Kind == OpKind::Warp &&
       Code.Collectives[O.Table].Kind == Collective::Sync);
  if (IsSync) {
    // What a vote of the block gives is needed.
    if (O.Kind == OpKind::Barrier &&
        Code.Barriers[O.Table].Result != BarrierUse::Nothing)
      return false;
    // Who asks whether a phase has come is told that it has.
    const Slot Told = O.Kind == OpKind::Mbarrier ? O.To : 0;
    O.Kind = OpKind::Copy;
    O.To = Told;
    O.A = Told ? Yes : 0;
    O.Bytes = 8;
    return true;
  }
  if (O.Kind != OpKind::Assembly)
    return false;
  bool Any = false;
  for (PtxOp &One : Code.Assembly[O.Table].Ops)
    if (is_contained(
            {PtxOp::Barrier, PtxOp::WaitGroup, PtxOp::WaitAll, PtxOp::WarpSync},
            One.Kind)) {
      One.Kind = PtxOp::Nothing;
      Any = true;
    } else if (One.Kind == PtxOp::AsyncGroup &&
               (AsyncGroupStep(One.Step) == AsyncGroupStep::WaitBulk ||
                AsyncGroupStep(One.Step) == AsyncGroupStep::WaitMma)) {
      One.Kind = PtxOp::Nothing;
      Any = true;
    } else if (One.Kind == PtxOp::Mbarrier &&
               MbarrierStep(One.Step) >= MbarrierStep::WaitToken &&
               MbarrierStep(One.Step) <= MbarrierStep::TryParity) {
      // It has come.
      One.Kind = PtxOp::Move;
      One.Operands = {One.Operands[0], {PtxOperand::Number, 0, 1}};
      Any = true;
    }
  return Any;
}

PlantedFaults plantFaults(const Program &Code, const Layout &Places,
                          const Dependence &Rests, const Parameters &Given,
                          const LaunchShape &Shape, StringRef File) {
  PlantedFaults Out;
  for (uint32_t At = 0; At < Code.Ops.size(); ++At) {
    Program Faulty = Code;
    if (!leaveOut(Faulty, At))
      continue;
    ++Out.Planted;
    Player Plays(Faulty, Places, Rests, Given);
    const ShapeOutcome Of = Plays.play(Shape);
    if (!Of.Sure.empty() || !Of.IfData.empty()) {
      ++Out.Found;
      continue;
    }
    Out.Missed.push_back("line " +
                         std::to_string(placeOf(Code.Ops[At].From, File).Line));
  }
  return Out;
}

} // namespace cudapipe::check
