//===- KernelFigures.cpp - What is known beside the loop ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/LaneSectors.h"
#include "cudapipe/Analyze/TripCount.h"
#include "cudapipe/Plan/PipelineBudget.h"
#include "cudapipe/Plan/PlanPipeline.h"
#include "cudapipe/Resources/RegisterEstimate.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Mangle.h"

using namespace clang;

namespace cudapipe {

/// The most that a launch in sight passes.
static std::optional<uint64_t> dynamicShared(const LaunchSites &Launches,
                                             const ASTContext &Ctx) {
  std::optional<uint64_t> Most;
  for (const LaunchSite &Site : Launches.Sites) {
    if (!Site.isLaunch())
      continue;
    uint64_t Bytes = 0;
    for (const Expr *Size : Site.Sizes) {
      std::optional<int64_t> Value = knownValue(Size, Ctx);
      if (!Value || *Value < 0)
        return std::nullopt;
      Bytes = std::max<uint64_t>(Bytes, *Value);
    }
    Most = std::max(Most.value_or(0), Bytes);
  }
  return Most;
}

std::optional<unsigned>
measuredRegisters(const FunctionDecl &Kernel,
                  llvm::ArrayRef<CompiledKernel> Measured, ASTContext &Ctx) {
  if (Measured.empty() || !Kernel.hasAttr<CUDAGlobalAttr>())
    return std::nullopt;
  const CompiledKernel *Use =
      findKernel(Measured, ASTNameGenerator(Ctx).getName(&Kernel));
  return Use ? std::optional(Use->Registers) : std::nullopt;
}

KernelFigures readFigures(const LoopModel &Model, const LaunchSites &Launches,
                          const Architecture *Arch,
                          llvm::ArrayRef<CompiledKernel> Measured,
                          const ASTContext &Ctx) {
  const FunctionDecl &Kernel =
      Model.Kernels.empty() ? *Model.Kernel : *Model.Kernels.front();
  TripHint Hint = tripsByLaunches(Kernel, Launches, Ctx);
  KernelFigures Out;
  Out.Arch = Arch;
  Out.Threads = blockThreads(Kernel, Launches, Ctx);
  Out.Blocks = mostBlocks(Kernel, Launches, Ctx);
  std::optional<unsigned> Registers =
      measuredRegisters(Kernel, Measured, Kernel.getASTContext());
  Out.RegistersMeasured = Registers.has_value();
  Out.Registers = Registers.value_or(estimateRegisters(Kernel, Ctx) * 3 / 4);
  Out.Work = countPhases(Model, Ctx, Hint);
  Out.SectorFetches = fetchesOfSectors(Model, Ctx);
  if (usesDynamicShared(Kernel, Ctx))
    Out.DynamicShared = dynamicShared(Launches, Ctx);
  else
    Out.DynamicShared = 0;
  if (const auto *For = dyn_cast<ForStmt>(Model.Header.Loop)) {
    if (std::optional<CountedLoop> Counted = countedLoop(*For, Ctx);
        Counted && !Counted->Symbolic)
      Out.Trips = Counted->Trips;
    Out.TripsByLaunch = Hint(*For);
  }
  return Out;
}

} // namespace cudapipe
