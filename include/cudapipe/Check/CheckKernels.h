//===- cudapipe/Check/CheckKernels.h - Hazards of any kernel ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One block of each kernel is played, thread by thread, on what Clang makes of
// it, with parameters that make its loops run a few times in every way:
//
//   WITNESS    two accesses that nothing orders, a copy read before its wait, a
//              barrier that not all reach: with places, threads and the remedy
//   PROVED FOR ALL TRIPS   none in shared memory, however often its loops turn
//   CLEAN      none, in so many sets of parameters
//   NO PROOF   it could not be played as it is launched, or no loop went round
//
// No GPU, no CUDA, no harness. What is between blocks is not looked at.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_CHECK_CHECKKERNELS_H
#define CUDAPIPE_CHECK_CHECKKERNELS_H

#include "cudapipe/Check/Hazard.h"
#include "cudapipe/Frontend/ParseFile.h"
#include "llvm/Support/Error.h"
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace cudapipe {

/// What is wanted of a check.
struct CheckOptions {
  /// Kernels whose names match; empty: all.
  std::string KernelRegex;
  /// --block: x, y, z; in the place of what launches say.
  std::optional<std::array<unsigned, 3>> Block;
  /// Steps of threads that may be taken for all kernels of a file, about.
  uint64_t MostSteps = 200'000'000;
  /// --self-test: each barrier and wait is left out once, and must be missed.
  bool SelfTest = false;
};

/// Verdicts, from good to bad.
enum class CheckVerdict { Proved, Clean, NoProof, Witness };

/// "PROVED FOR ALL TRIPS", "CLEAN", "NO PROOF", "WITNESS".
llvm::StringRef verdictName(CheckVerdict Verdict);

/// Barriers and waits that were left out.
struct PlantedFaults {
  unsigned Planted = 0, Found = 0;
  /// Where one was left out and nothing was found: "line 14"; it may be one too
  /// many.
  std::vector<std::string> Missed;
};

/// What a kernel was played with.
struct CheckedSets {
  /// "256", "32x8".
  std::string Block;
  unsigned Sets = 0;
  /// Most trips of a loop with barriers or waits; 0: there is none.
  int Trips = 0;
  uint64_t Steps = 0;
};

/// What a ring of another size has, where that of the file has none.
struct LatentFault {
  /// The number of stages: its name, its line, its value, the other.
  std::string Name;
  unsigned Line = 0, Written = 0, Instead = 0;
  Hazard Found;
};

/// Why what was played stands for any number of trips, or why it does not.
struct AllTrips {
  /// Trips after which everything is as it was; 0: the loops turn as often
  /// whatever is given.
  unsigned Period = 0;
  /// Numbers and variables that were given one value only: "lda", "blockIdx".
  std::vector<std::string> OnlyAsPlayed;
  /// Of a clean kernel with loops: what stands in the way, and its line or 0.
  std::string WhyNot;
  unsigned Line = 0;
};

/// What became of one kernel.
struct CheckedKernel {
  /// With template arguments: "gemm<float, 64>".
  std::string Name;
  std::string File;
  unsigned Line = 0, Column = 0;
  CheckVerdict Verdict = CheckVerdict::NoProof;
  /// Of a witness at least one; of what is no proof those that may be.
  std::vector<Hazard> Hazards;
  /// Of no proof: why, and what would make one; no full stop.
  std::string Why, Needs;
  /// The parameters of the witness: "n = 32, lda = 1024".
  std::string Parameters;
  CheckedSets Played;
  AllTrips Trips;
  /// What gives values that were made up: "mma", "asm 'lop3'".
  std::vector<std::string> Unmodelled;
  /// Lines with accesses to shared memory that no set reached.
  std::vector<unsigned> NeverPlayed;
  PlantedFaults Faults;
  /// --stages-too.
  std::vector<LatentFault> Latent;
};

/// What became of one file.
struct CheckedFile {
  std::vector<CheckedKernel> Kernels;
  /// All kernels that there are, also those that were not asked for.
  std::vector<std::string> Names;
  std::vector<ParseError> ParseErrors;
};

/// Checks kernels of \p Out that are clean again, with one stage more and one
/// less where \p Text, which they are of, says how many there are.
void checkOtherStages(const DeviceCommand &Command, llvm::StringRef Path,
                      llvm::StringRef Text, const CheckOptions &Options,
                      CheckedFile &Out);

/// Checks the kernels of \p Text, which stands in the file \p Path and is
/// parsed with \p Command. Fails if Clang cannot run the command.
llvm::Expected<CheckedFile> checkText(const DeviceCommand &Command,
                                      llvm::StringRef Path,
                                      llvm::StringRef Text,
                                      const CheckOptions &Options);

} // namespace cudapipe

#endif // CUDAPIPE_CHECK_CHECKKERNELS_H
