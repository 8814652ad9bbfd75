//===- PrintBudget.cpp - The table under a loop ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Plan/PipelineBudget.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using llvm::formatv;

namespace cudapipe {
namespace {

std::string threadsText(const BlockThreads &Threads) {
  switch (Threads.Source) {
  case BlockThreads::Unknown:
    return "a block size that no launch in sight gives";
  case BlockThreads::LaunchBounds:
    return formatv("at most {0} threads a block", Threads.Threads);
  case BlockThreads::Launches:
  case BlockThreads::SomeLaunch:
    return formatv("{0} threads a block", Threads.Threads);
  }
  llvm_unreachable("covered switch");
}

std::string headLine(const KernelFigures &F) {
  InstructionRatio Ratio = instructionRatio(F.Work);
  ArithmeticIntensity Intensity = arithmeticIntensity(F.Work);
  std::string Out = "    ";
  if (!F.Gpu.empty())
    Out += F.Gpu + ", ";
  Out += formatv("sm_{0}, {1}, {2} registers a thread{3}\n", F.Arch->SmVersion,
                 threadsText(F.Threads), F.Registers,
                 F.RegistersMeasured ? "" : " (a guess)");
  Out += formatv(
      "    math instructions a load: {0}; operations a byte: {1}; trips: {2}\n",
      ratioText(Ratio.value(), Ratio.MathMissing, Ratio.LoadsMissing),
      ratioText(Intensity.value(), Intensity.OperationsMissing,
                Intensity.BytesMissing),
      F.Trips           ? std::to_string(*F.Trips)
      : F.TripsByLaunch ? std::to_string(*F.TripsByLaunch) + " in one launch"
                        : "not known");
  return Out;
}

std::string numberOr(const std::optional<uint64_t> &Value,
                     llvm::StringRef Else) {
  return Value ? std::to_string(*Value) : Else.str();
}

std::string line(const BudgetRow &Row) {
  std::string Start =
      formatv("    {0} {1,-18}", Row.IsChosen ? '>' : ' ', Row.Name);
  if (!Row.WhyNot.empty())
    return Start + formatv(" {0,7}  {1}\n", "-", Row.WhyNot).str();
  std::string Blocks = Row.Use ? std::to_string(Row.Use->Blocks) : "?";
  bool Whole = Row.Copies == std::floor(Row.Copies);
  std::string Copies =
      !Row.Copies ? "?"
      : Whole     ? formatv("{0:F0} x {1}", Row.Copies, Row.CopyBytes).str()
                  : formatv("{0:F1} x {1}", Row.Copies, Row.CopyBytes).str();
  std::string Limit = !Row.Use               ? ""
                      : Row.Use->Blocks == 0 ? "does not fit"
                                             : limiterText(Row.Use->Limiters);
  return llvm::StringRef(
             Start +
             formatv(" {0,7} {1,9}  {2,8} {3,8}  {4}", numberOr(Row.Bytes, "?"),
                     Blocks, Copies,
                     Row.BytesAhead == 0 ? "-" : numberOr(Row.BytesAhead, "?"),
                     Limit)
                 .str())
             .rtrim()
             .str() +
         "\n";
}

} // namespace

std::string printBudget(const PipelineBudget &Budget) {
  if (!Budget.Figures.Arch || Budget.Rows.empty())
    return "";
  std::string Out = headLine(Budget.Figures);
  Out += formatv("      {0,-18} {1,7} {2,9}  {3,8} {4,8}  {5}\n", "", "bytes",
                 "blocks/SM", "copies", "ahead/SM", "limited by");
  for (const BudgetRow &Row : Budget.Rows)
    Out += line(Row);
  for (llvm::StringRef Sentence : {Budget.Reason, Budget.Advice})
    if (!Sentence.empty())
      Out += ("    " + Sentence + "\n").str();
  return Out;
}

} // namespace cudapipe
