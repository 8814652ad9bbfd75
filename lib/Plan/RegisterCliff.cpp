//===- RegisterCliff.cpp - What a tile in registers costs -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariantChooser.h"

namespace cudapipe {

/// No thread has more registers.
static constexpr double MostRegisters = 255;
/// Of as many blocks one less is at least a third of what is resident.
static constexpr unsigned FewBlocksLeft = 3;
/// What a tile takes of a thread, to be worth 4-byte copies in its place: with
/// 4 registers (fp32 64x64x8, one element of each tile a thread) ldg was 1.14,
/// cp.async 1.06.
static constexpr double ManyRegisters = 6;
/// With fewer than these of what two blocks leave a thread, nvcc took 32 to 42
/// more because it was told of two blocks (fp32 64x64x16, fp64 64x64x8: 1.05
/// and 1.00, 1.62 and 1.56).
static constexpr double NearTheEdge = 0.75;

/// Registers of a thread, as guessed, not lowered as for Figures: a cliff is
/// what is looked for here.
double VariantChooser::ownRegisters() const {
  return Figures.RegistersMeasured ? Figures.Registers
                                   : Figures.Registers * 4.0 / 3;
}

/// Those of a tile on its way: what each load brings, and one for where it
/// comes from. With ownRegisters(), 0.6 to 1.7 times ptxas's figure in loops
/// with short tiles; within 0.1 for those of attention.
double VariantChooser::tileRegisters() const {
  const WorkCount &Load = Figures.Work.Load;
  return Load.GlobalLoads + std::max(Load.GlobalLoads, Load.LoadedBytes / 4);
}

bool VariantChooser::tileFitsRegisters() const {
  return ownRegisters() + tileRegisters() <= MostRegisters;
}

/// Registers leave room for so few blocks that a tile in them may cost a third
/// of these or more. What a form takes only ptxas knows: of seven GEMMs with
/// 8 x 8 results a thread, two took 145 and 149 registers with ldg (0.97 and
/// 1.04 of plain), the others at most 128 (1.07 to 1.29); with cp.async for
/// what it can copy all took at most 128 (1.10 to 1.31).
bool VariantChooser::registersAreShort() const {
  const WorkCount &Load = Figures.Work.Load;
  const double Copies = Load.SharedStores + Load.AsyncCopies;
  return Now && ThreadsAreKnown && Now->Blocks > 0 &&
         Now->Blocks <= FewBlocksLeft && (Now->Limiters & LimitRegisters) &&
         warpsNow() * 2 < Figures.Arch->WarpsPerSM && !Load.Missed &&
         tileRegisters() >= ManyRegisters && Copies > 0 &&
         Figures.Work.Compute.Math >= EnoughForNarrow * Copies;
}

/// ... and they suffice for two, just. Of seven such GEMMs (8 x 8 results a
/// thread, vector loads), six did best with keepTwoBlocks(): 1.12 to 1.33, with
/// cp.async for what it can copy 1.10 to 1.31.
unsigned VariantChooser::threadsOfTwoBlocks() const {
  if (!registersAreShort() || Figures.Work.Compute.Math > MuchWork)
    return 0;
  const double Most =
      Figures.Arch->RegistersPerSM / 2.0 / Figures.Threads.Threads;
  return ownRegisters() > Most * NearTheEdge && ownRegisters() <= Most
             ? Figures.Threads.Threads
             : 0;
}

} // namespace cudapipe
