//===- PrintWork.cpp - The counts of a file's loops -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrintWork.h"
#include "cudapipe/Analyze/BuildLoopModel.h"
#include "cudapipe/Frontend/ParseFile.h"
#include "cudapipe/Resources/LaunchShape.h"
#include "cudapipe/Resources/RegisterEstimate.h"
#include "cudapipe/Resources/WorkCount.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cudapipe {
namespace {

void print(StringRef Phase, const WorkCount &W, const clang::ASTContext &Ctx) {
  outs() << formatv("  {0}: operations {1:F0}, math {2:F0}, global loads "
                    "{3:F0} ({4:F0} bytes), global stores {5:F0}, shared loads "
                    "{6:F0}, shared stores {7:F0}, async {8:F0}\n",
                    Phase, W.Operations, W.Math, W.GlobalLoads, W.LoadedBytes,
                    W.GlobalStores, W.SharedLoads, W.SharedStores,
                    W.AsyncCopies);
  if (W.Missed)
    outs() << formatv(
        "    missing, line {0}: {1}\n",
        Ctx.getSourceManager().getExpansionLineNumber(W.Missed->getBeginLoc()),
        W.WhyMissed);
}

void printLoop(const LoopCandidate &Candidate, const clang::ASTContext &Ctx) {
  EditScope Scope(Ctx.getSourceManager(), "");
  LaunchSites Launches = findLaunches(*Candidate.Kernel, Ctx, Scope);
  static constexpr const char *Sources[] = {"by its launches", "by a launch",
                                            "by its bounds", "unknown"};
  BlockThreads Threads = blockThreads(*Candidate.Kernel, Launches, Ctx);
  outs() << formatv("{0}: about {1} registers, {2} threads {3}\n",
                    Candidate.Kernel->getNameAsString(),
                    estimateRegisters(*Candidate.Kernel, Ctx), Threads.Threads,
                    Sources[Threads.Source]);
  auto LaunchesOf = [&](const clang::FunctionDecl &) -> const LaunchSites & {
    return Launches;
  };
  OrRejection<LoopModel> Model =
      buildLoopModel(Candidate, Ctx, /*AssumeNoAlias=*/true, LaunchesOf);
  if (std::holds_alternative<Rejection>(Model))
    Model = buildEarlyLoads(Candidate, Ctx, /*AssumeNoAlias=*/true, LaunchesOf,
                            /*BarriersMoved=*/false);
  const auto *Facts = std::get_if<LoopModel>(&Model);
  if (!Facts) {
    outs() << "  left alone\n";
    return;
  }
  PhaseWork Work = countPhases(
      *Facts, Ctx, tripsByLaunches(*Candidate.Kernel, Launches, Ctx));
  print("load", Work.Load, Ctx);
  print("compute", Work.Compute, Ctx);
  ArithmeticIntensity Intensity = arithmeticIntensity(Work);
  auto Text = [](const InstructionRatio &R) {
    return ratioText(R.value(), R.MathMissing, R.LoadsMissing);
  };
  outs() << formatv("  {0} operations a byte, {1} math instructions a load, "
                    "{2} if of 16 bytes\n",
                    ratioText(Intensity.value(), Intensity.OperationsMissing,
                              Intensity.BytesMissing),
                    Text(instructionRatio(Work)),
                    Text(instructionRatio(Work, 16)));
}

} // namespace

int printWork(StringRef File, unsigned SmVersion) {
  SmallString<256> Path(File);
  sys::fs::make_absolute(Path);
  FrontendOptions Options;
  Options.Headers = HeaderSource::Embedded;
  Options.GpuArch = formatv("sm_{0}", SmVersion);
  auto Text = MemoryBuffer::getFile(Path);
  Expected<DeviceCommand> Command = makeDeviceCommand(Path, Options);
  if (!Text || !Command) {
    errs() << "error: " << File << " cannot be parsed\n";
    consumeError(Command.takeError());
    return 2;
  }
  Error Failure =
      parseFile(*Command, Path, (*Text)->getBuffer(),
                [](clang::ASTContext &Ctx, ArrayRef<ParseError> Errors) {
                  for (const ParseError &E : Errors)
                    outs() << E.Line << ": " << E.Message << "\n";
                  for (const LoopCandidate &Candidate : findLoops(Ctx))
                    printLoop(Candidate, Ctx);
                });
  if (Failure) {
    errs() << "error: " << toString(std::move(Failure)) << "\n";
    return 2;
  }
  return 0;
}

} // namespace cudapipe
