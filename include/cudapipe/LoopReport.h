//===- cudapipe/LoopReport.h - What became of a loop ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LOOPREPORT_H
#define CUDAPIPE_LOOPREPORT_H

#include "cudapipe/Plan/FormKey.h"
#include "cudapipe/Plan/PipelineDecision.h"
#include "cudapipe/Rules/Rejection.h"
#include "clang/Tooling/Refactoring/AtomicChange.h"
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cudapipe {

struct PipelineBudget;
struct ProvedPipeline;
struct ProvedRing;

/// The dynamic shared memory that launches must pass after a rewrite: Times
/// what they pass now, rounded up to a multiple of Align, and Plus more; Least
/// at least.
struct DynamicNeed {
  unsigned Times = 1, Align = 1;
  /// Nothing: instantiations of a template differ.
  std::optional<uint64_t> Plus = 0;
  uint64_t Least = 0;
};

/// Where a loop stands.
struct LoopPlace {
  /// Where it starts, in the file it is written in.
  std::string File;
  unsigned Line = 0, Column = 0;
  /// The same for all files of a run: canonical path and offset.
  std::string Key;
  /// The function that holds it, in offsets of its file.
  unsigned FunctionBegin = 0, FunctionEnd = 0;
  /// It stands in a header, and only other files can tell: here it is a
  /// template that nobody instantiates, or a function that nobody calls.
  bool IsUnused = false;
};

/// Something in the user's text, of which \p Text is the first line.
struct QuotedPlace {
  std::string File;
  unsigned Line = 0, Column = 0;
  std::string Text;
};

/// What passes compare of a loop in two texts.
struct LoopForm {
  /// What it means (Inline/LoopMeaning.h), for each instantiation; and what its
  /// function does, if RoundState::ShowFunctions.
  std::vector<std::string> Meaning, MeaningOfFunction;
  /// When rewritten: how; one where all instantiations have the same.
  std::vector<FormKey> Keys;
  /// When rewritten: tile copies that are asynchronous, tiles with wide copies.
  unsigned AsyncCopies = 0, WideCopies = 0;
  /// When rewritten: static tiles become dynamic for longer rows, if they have
  /// to.
  bool RowsMayMove = false;
  /// When rewritten: the tiles, "kernel:tile", whose columns are skewed in the
  /// text that it comes to, if that can be.
  std::set<std::string> Skewed;
};

/// What was made of a loop.
struct MadePipeline {
  /// "cpasync, 2 stages, shared memory 8192 -> 16384 bytes".
  std::string Summary;
  /// A plain loop, of a pipeline (--undo).
  bool IsUndone = false;
  /// What was done to the loop and its kernel besides: "longer rows of As".
  std::vector<std::string> Also;
  /// Buffers of each tile, and what its launches must pass if that is another
  /// size than now.
  unsigned Stages = 0;
  std::optional<DynamicNeed> Dynamic;
  /// What the result must read as (readBack()).
  std::shared_ptr<const ProvedPipeline> Proved;
  /// The same of a ring (readBackRings()).
  std::shared_ptr<const ProvedRing> ProvedAsRing;
  /// The keys of its changes.
  std::vector<std::string> Changes;
  /// What was chosen, where there was a choice.
  std::optional<PipelineDecision> Decision;
  /// What only a compiler knows of it, and may make it lose; empty: nothing.
  std::string Unsure;
};

/// What a rewritten loop costs one of the kernels that run it, less what only a
/// compiler knows.
struct KernelCost {
  /// As Clang mangles it.
  std::string MangledName;
  /// As it is named, of a template: "::gemm<32, float>"; else "".
  std::string Instance;
  /// Threads of a block; 0: nobody says.
  unsigned Threads = 0;
  /// No launch in sight says how many, but its tile takes just so many.
  bool IsByTile = false;
  /// Dynamic shared memory of a block, bytes, as it was and as it is made;
  /// nothing where a launch decides.
  std::optional<uint64_t> DynamicBefore, DynamicAfter;
  /// One stage of all tiles, bytes, and how many travel at a time.
  uint64_t TileBytes = 0;
  unsigned Ahead = 1, Stages = 1;
  /// All copies are asynchronous; of 8 bytes or more.
  bool IsAsync = false, IsWide = false;
  /// They are so small, and there is so little to compute for each, that
  /// asynchronous ones lose.
  bool IsNarrow = false;
  /// How often asynchronous ones of 16 bytes fetch each sector from L2.
  double SectorFetches = 1;
  /// __launch_bounds__ or the like keep registers within what a block may have.
  bool IsBounded = false;
  /// Registers of a thread once it is rewritten, by our estimate, and by one
  /// that errs upwards.
  unsigned LikelyRegisters = 0, MostRegisters = 0;
};

/// What became of one K-loop candidate.
struct LoopReport {
  std::string Kernel;
  LoopPlace Where;
  /// Which K-loop of the translation unit it is.
  unsigned Ordinal = 0;
  /// Set when the loop was left alone.
  std::optional<Rejection> Why;
  /// The offending place of Why, and where it tells of a race, the other one.
  QuotedPlace At, Other;
  /// Of no meaning where the loop was left alone.
  MadePipeline Made;
  /// Things the user should know although the rewrite was made; and what only
  /// --explain tells.
  std::vector<std::string> Remarks, Details;
  /// What the choice goes by (printBudget()), also of loops that are left alone
  /// because it will not pay.
  std::string Budget;
  /// The same as figures; null where the loop was refused before any choice.
  /// What it says of the AST outlives it.
  std::shared_ptr<const PipelineBudget> Figures;
  /// When rewritten: one a kernel, instantiations too.
  std::vector<KernelCost> Costs;
  /// Who is sure that it does not lose: "nvcc 13.0.88", "rules"; empty: nobody
  /// was asked.
  std::string DecidedBy;
  /// What it loses for something else, "4 of 6 blocks stay, ..."; empty:
  /// nothing.
  std::string Accepted;
  /// Of a loop that needs a compiler: why none decides, "for want of nvcc".
  std::string WhyUndecided;
  /// Of a kernel template, plausibleInstance(); else empty.
  std::string PlausibleInstance;
  LoopForm Form;
};

/// The edits of one translation unit.
struct FileResult {
  /// In source order, one an analysed loop (a template once).
  std::vector<LoopReport> Loops;
  /// Of each file, by its canonical path: one a rewritten loop, inserted
  /// headers included, one a function that others call too, and one for the
  /// launches of a kernel.
  std::vector<clang::tooling::AtomicChange> Changes;
  /// Text of --dump-after.
  std::string Dump;
  /// Canonical path of the main file.
  std::string File;
  /// Its text with the Changes of it, once that was read back.
  std::optional<std::string> NewText;
  /// The same of the other files that change, by their canonical paths.
  std::map<std::string, std::string> NewOthers;
};

} // namespace cudapipe

#endif // CUDAPIPE_LOOPREPORT_H
