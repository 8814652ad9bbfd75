//===- cudapipe/RewriteFile.h - The recipe: AST in, edits out ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first file to read. A parsed .cu file passes five phases, each a folder,
// a noun and a function:
//
//   Match    findLoops()       LoopCandidate   this loop stages tiles
//   Analyze  buildLoopModel()  LoopModel       facts, or a Rejection
//   Plan     planPipeline()    PipelinePlan    decisions, a Schedule last, or a
//                                              Rejection
//            verifyPlan()                      a wrong plan is a bug in us
//   Rewrite  rewriteLoop()     LoopRewrite     one AtomicChange, all or nothing
//   Emit     (the caller)                      diff, in place, remarks
//
// Inline, between two rounds of these: inlineCalls() puts the body of what a
// refused loop calls into the loop, inlineValues() what a variable carries to a
// tile in its place, inlineLoads() what a function loads for it
// (RewriteText.h).
//
// The words, used in code, docs and messages:
//
//   K-loop        a loop in a kernel that stages tiles of global memory through
//                 shared memory: load phase, barrier, compute phase, barrier
//   tile          what one iteration loads
//   tile copy     one global-to-shared copy of the load phase
//   stage         one of the S buffers of a tile; stage = tile % S
//   prologue      fills the first S-1 stages before the loop
//   main loop     issues tile t+S-1 while it computes tile t
//   epilogue      the last S-1 trips, which compute and load nothing
//   load slice    the statements that a tile store depends on
//   recurrence    the variables that change from trip to trip and that the load
//                 slice reads (k, A += BK, a tile counter)
//   variant       how a tile travels: a Transport (Transport/Transport.h)
//   rejection     we understood the loop and decline
//   failure       the world is wrong (bad flag, unwritable file)
//   unsound plan  a bug in us; stops before any edit
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_REWRITEFILE_H
#define CUDAPIPE_REWRITEFILE_H

#include "cudapipe/Plan/PlanPadding.h"
#include "cudapipe/Plan/Rejection.h"
#include "cudapipe/Resources/Gpu.h"
#include "cudapipe/Resources/RegisterUse.h"
#include "cudapipe/Transport/Transport.h"
#include "clang/AST/ASTContext.h"
#include "clang/Tooling/Refactoring/AtomicChange.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cudapipe {

/// The phase whose noun is printed instead of an edit (--dump-after).
enum class Phase { Match, Analyze, Plan, Rewrite };

/// Inclusive ranges of line numbers.
using LineRanges = std::vector<std::pair<unsigned, unsigned>>;

/// The elements that a padded row holds, and its length.
struct PaddedRow {
  int64_t Used = 0, Length = 0;
  /// The rows and bytes of rows that threads touch, one after the other.
  std::vector<int64_t> Touched;
};

/// What was chosen for a loop, and why: one sentence, without full stop.
struct PipelineDecision {
  const Transport *Variant = nullptr;
  unsigned Stages = 2;
  std::string Reason = "";
};

/// What the user asked for; the same for every file of a run.
struct RewriteOptions {
  /// How tiles travel; null (auto): the plan chooses.
  const Transport *Variant = nullptr;
  /// Buffers per tile, 2 to 8; nothing: the plan chooses. More than 2 takes
  /// cp.async; with auto, loops that cannot have them get what they can.
  std::optional<unsigned> Stages;
  /// Asynchronous copies may be wider than what the threads store now.
  bool Widen = true;
  /// What the user asserts pointers to be multiples of, bytes, and the leading
  /// dimensions of what they point to; 0: nothing.
  unsigned AssumeAligned = 0;
  /// ... of kernel parameters with these names. Empty: of all.
  std::set<std::string> AlignedNames;
  /// Longer rows for the tiles of loops that are rewritten.
  PadRequest Pad;
  /// The rows of these tiles, "kernel:tile", are longer than the elements they
  /// hold: rewriteText() has made them so.
  std::map<std::string, PaddedRow> Padded;
  /// Compute capability times ten: 80 for sm_80. cp.async needs 80.
  unsigned SmVersion = 80;
  /// Where it will run, if that is not just any GPU of SmVersion.
  std::optional<Gpu> RunsOn;
  /// What ptxas says of the kernels of the file; empty: registers are guessed.
  std::vector<KernelUse> Measured;
  /// With auto, loops are rewritten even where that will not pay.
  bool Force = false;
  /// By LoopReport::Ordinal: chosen in an earlier round.
  std::map<unsigned, PipelineDecision> Decided;
  /// Only kernels whose name matches (llvm::Regex, searched). Empty: all.
  std::string KernelRegex;
  /// Only loops with these LoopReport::Ordinal. Empty: all.
  std::set<unsigned> Only;
  /// Only loops whose `for` lies in one of these inclusive line ranges of the
  /// main file. Empty: all.
  LineRanges Lines;
  /// The user asserts that pointers of different names never overlap.
  bool AssumeNoAlias = false;
  /// ... in kernels whose name matches (as KernelRegex). Empty: in all.
  std::string NoAliasRegex;
  /// The user updates the launches that are not in the file.
  bool AssumeLaunchUpdated = false;
  /// Files that may belong to the same program: of the command line and of the
  /// compile database. They may launch what is not static.
  std::vector<std::string> OtherFiles;
  /// The run has other files than OtherFiles, which may include any header.
  bool HasUnknownFiles = false;
  /// OtherFiles are the whole program: a compile database lists them.
  bool ProgramIsKnown = false;
  /// Parses one of OtherFiles, whose launches are edited then; null if it does
  /// not parse. The AST lives until rewriteFile() returns. Empty: other files
  /// are not edited.
  std::function<clang::ASTContext *(llvm::StringRef File)> ReadOther;
  /// The headers of the project that one of OtherFiles includes, as far as its
  /// text shows.
  std::function<std::vector<std::string>(llvm::StringRef File)> HeadersOf;
  /// False: neither one of OtherFiles nor what HeadersOf() says of it holds the
  /// word. Empty: it is not known.
  std::function<bool(llvm::StringRef File, llvm::StringRef Word)> MayName;
  /// Headers whose path matches (llvm::Regex, searched) are edited, too.
  std::string HeaderRegex;
  /// As Lines, of a header; none: no line of it. Empty: all.
  std::function<std::optional<LineRanges>(llvm::StringRef Path)> HeaderLines;
  /// No loop of the main file, only of headers.
  bool HeadersOnly = false;
  /// Loops, by LoopReport::Place, that must be left alone for the sake of other
  /// files, and why.
  std::map<std::string, std::string> Denied;
  /// The same, by LoopReport::Ordinal.
  std::map<unsigned, std::string> DeniedOrdinals;
  /// Loops, by LoopReport::Ordinal, whose result does not compile, and why.
  std::map<unsigned, std::string> Broken;
  /// Fill LoopReport::MeaningOfFunction.
  bool ShowFunctions = false;
  /// Stop after this phase and fill FileResult::Dump.
  std::optional<Phase> DumpAfter;

  /// A variant may be taken that starts asynchronous copies.
  bool mayCopyAsync() const {
    const Transport &Any = Variant ? *Variant : cpAsync();
    return Any.isAsync() && SmVersion >= Any.LeastSm;
  }
};

/// Edits that show what variables carry to a tile (Inline/InlineValues.h).
struct DirectStores {
  clang::tooling::AtomicChange Change;
  /// ... and where pointers have come to, for the sake of wide copies.
  bool ForWideCopies = false;
};

/// The dynamic shared memory that launches must pass after a rewrite: Times
/// what they pass now, rounded up to a multiple of Align, and Plus more.
struct DynamicNeed {
  unsigned Times = 1, Align = 1;
  /// Nothing: instantiations of a template differ.
  std::optional<uint64_t> Plus = 0;
};

/// What became of one K-loop candidate.
struct LoopReport {
  std::string Kernel;
  /// Where the loop starts, in the file it is written in.
  std::string File;
  unsigned Line = 0, Column = 0;
  /// Which K-loop of the translation unit it is.
  unsigned Ordinal = 0;
  /// The same place for all files of a run: canonical path and offset.
  std::string Place;
  /// The function that holds it, in offsets of its file.
  unsigned FunctionBegin = 0, FunctionEnd = 0;
  /// It stands in a header, and only other files can tell: here it is a
  /// template that nobody instantiates, or a function that nobody calls.
  bool IsUnused = false;
  /// Set when the loop was left alone; its range is resolved in At*.
  std::optional<Rejection> Why;
  /// The offending place of Why: file, line, column and its text (one line).
  std::string AtFile;
  unsigned AtLine = 0, AtColumn = 0;
  std::string AtText;
  /// Where Why tells of a race: the other place, in the same form.
  std::string OtherFile;
  unsigned OtherLine = 0, OtherColumn = 0;
  std::string OtherText;
  /// When left alone for tiles that are named in front of the loop, or one
  /// buffer is all they have for it: edits that name them in each trip.
  std::optional<clang::tooling::AtomicChange> TilePointers;
  /// When left alone for trips that all threads of a block skip: edits that let
  /// them meet there, and what the loop must mean then, for each instantiation.
  std::optional<clang::tooling::AtomicChange> Skipping;
  std::vector<std::string> MeaningOfSkipping;
  /// When left alone for where it stands: edits that give it a block, and what
  /// its function must mean then, for each instantiation; nothing where that
  /// shows.
  std::optional<clang::tooling::AtomicChange> Block;
  std::vector<std::string> MeaningInBlock;
  /// What its function means now, if RewriteOptions::ShowFunctions.
  std::vector<std::string> MeaningOfFunction;
  /// When left alone, or copies in called functions might be wide: edits after
  /// which it may be another matter, and what the loop must mean then
  /// (Inline/LoopMeaning.h), for each instantiation.
  std::optional<clang::tooling::AtomicChange> Inlining;
  std::vector<std::string> MeaningInlined;
  /// What it means now.
  std::vector<std::string> Meaning;
  /// Edits that may make it another matter; the last are tried first.
  std::vector<DirectStores> Direct;
  /// Edits that show what called functions load for a tile, and what the loop
  /// must mean then, for each instantiation.
  std::optional<clang::tooling::AtomicChange> Loads;
  std::vector<std::string> MeaningOfLoads;
  /// When rewritten: edits with which registers have room for the next tile and
  /// two blocks.
  std::optional<clang::tooling::AtomicChange> TwoBlocks;
  /// When rewritten: tile copies that are asynchronous, tiles with wide copies.
  unsigned AsyncCopies = 0, WideCopies = 0;
  /// When rewritten: "cpasync, 2 stages, shared memory 8192 -> 16384 bytes".
  std::string Summary;
  /// Things the user should know although the rewrite was made; and what only
  /// --explain tells.
  std::vector<std::string> Remarks, Details;
  /// When rewritten: buffers of each tile, and what its launches must pass if
  /// that is another size than now.
  unsigned Stages = 0;
  std::optional<DynamicNeed> Dynamic;
  /// When rewritten: the keys of its changes.
  std::vector<std::string> Changes;
  /// When rewritten: the variant, and what becomes of the tiles, less bytes.
  std::string Form;
  /// ... and what was chosen, where there was a choice.
  std::optional<PipelineDecision> Decision;
  /// What the choice goes by (printBudget()), also of loops that are left alone
  /// because it will not pay.
  std::string Budget;
  /// When rewritten: edits that make rows of its tiles longer, these rows, what
  /// to say if they are made, and whether static tiles become dynamic for it if
  /// they have to. What stays, and why, is a remark already.
  std::optional<clang::tooling::AtomicChange> Padding;
  std::map<std::string, PaddedRow> PaddedRows;
  std::vector<std::string> PaddingRemarks;
  bool RowsMayMove = false;
  /// The same for rows with which more tiles may have wide copies, also where
  /// it will not pay.
  std::optional<clang::tooling::AtomicChange> AlignedRows;
  std::map<std::string, PaddedRow> RowsAligned;
  std::vector<std::string> AligningRemarks;
  /// When rewritten: the tiles, "kernel:tile", whose columns are skewed in the
  /// text that it comes to, if that can be.
  std::set<std::string> Skewed;
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
};

/// Pipelines every K-loop of the main file of \p Ctx, and of headers if asked.
/// \p ParseErrors are the places of the parser's errors: a kernel that holds
/// one is left alone.
///
/// Fails only on a bug in us (unsound plan, overlapping edits).
llvm::Expected<FileResult>
rewriteFile(clang::ASTContext &Ctx, const RewriteOptions &Options,
            llvm::ArrayRef<clang::SourceLocation> ParseErrors);

} // namespace cudapipe

#endif // CUDAPIPE_REWRITEFILE_H
