//===- cudapipe/RewriteOptions.h - What is asked for ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In groups: how loops are rewritten, where they will run, which they are, what
// the user asserts, and what there is around the file. None of it changes while
// a file is rewritten: what one reading of it finds out for the next is another
// matter (Normalize/RoundState.h).
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_REWRITEOPTIONS_H
#define CUDAPIPE_REWRITEOPTIONS_H

#include "cudapipe/Compile/CompiledKernel.h"
#include "cudapipe/LoopWatch.h"
#include "cudapipe/Plan/PipelineDecision.h"
#include "cudapipe/Plan/PlanPadding.h"
#include "cudapipe/Resources/Gpu.h"
#include "clang/AST/ASTContext.h"
#include <functional>
#include <map>
#include <memory>
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

/// Which loops the user asked for.
struct LoopSelection {
  /// Only kernels whose name matches (llvm::Regex, searched). Empty: all.
  std::string KernelRegex;
  /// Only loops whose `for` lies in one of these inclusive line ranges of the
  /// main file. Empty: all.
  LineRanges Lines;
  /// Headers whose path matches (llvm::Regex, searched) are edited, too.
  std::string HeaderRegex;
  /// As Lines, of a header; none: no line of it. Empty: all.
  std::function<std::optional<LineRanges>(llvm::StringRef Path)> HeaderLines;
  /// No loop of the main file, only of headers.
  bool HeadersOnly = false;
};

/// What the user says of the program that no text shows.
struct Assertions {
  /// Pointers of different names never overlap.
  bool NoAlias = false;
  /// ... in kernels whose name matches (as KernelRegex). Empty: in all.
  std::string NoAliasRegex;
  /// Pointers are multiples of so many bytes, and the leading dimensions of
  /// what they point to; 0: nothing.
  unsigned Aligned = 0;
  /// ... of kernel parameters with these names. Empty: of all.
  std::set<std::string> AlignedNames;
  /// The user updates the launches that are not in the file.
  bool LaunchUpdated = false;
};

/// The files around the one that is rewritten.
struct ProgramAround {
  /// Files that may belong to the same program: of the command line and of the
  /// compile database. They may launch what is not static.
  std::vector<std::string> OtherFiles;
  /// The run has other files than OtherFiles, which may include any header.
  bool HasUnknownFiles = false;
  /// OtherFiles are the whole program: a compile database lists them.
  bool IsKnown = false;
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
  /// Loops, by LoopPlace::Key, that must be left alone for the sake of other
  /// files, and why.
  std::map<std::string, std::string> Denied;
};

/// Who is sure that a form does not lose, of those that auto takes.
enum class SureBy {
  Compiler, ///< One that is asked (judgeText()); where there is none, as Rules.
  Rules,    ///< It cannot lose, whatever a compiler makes of it.
  Nobody    ///< The figures of the plan are taken as they are, guesses too.
};

/// How much is done to a loop.
enum class RewriteStyle {
  Fast,  ///< All that may pay.
  Simple ///< Two stages, and what cannot be left out for them.
};

/// What the user asked for, and the program in which it is done.
struct RewriteOptions {
  /// How tiles travel; null (auto): the plan chooses.
  const Transport *Variant = nullptr;
  /// Buffers per tile, 2 to 8; nothing: the plan chooses. More than 2 takes
  /// cp.async; with auto, loops that cannot have them get what they can.
  std::optional<unsigned> Stages;
  /// They go with the style, which does not say that they pay.
  bool StagesAreOfStyle = false;
  bool areStagesAsked() const { return Stages && !StagesAreOfStyle; }
  /// Asynchronous copies may be wider than what the threads store now.
  bool Widen = true;
  /// Longer rows for the tiles of loops that are rewritten.
  PadRequest Pad;
  RewriteStyle Style = RewriteStyle::Fast;
  /// With auto, loops are rewritten even where that will not pay.
  bool Force = false;
  /// With auto, who is sure of a form.
  SureBy Sure = SureBy::Nobody;
  /// Compute capability times ten: 80 for sm_80. cp.async needs 80.
  unsigned SmVersion = 80;
  /// Of a build for several architectures, the one whose blocks have the least
  /// shared memory.
  std::optional<unsigned> ScarceSm;
  /// Where it will run, if that is not just any GPU of SmVersion.
  std::optional<Gpu> RunsOn;
  /// What ptxas says of the kernels of the file; empty: registers are guessed.
  std::vector<CompiledKernel> Measured;
  LoopSelection Loops;
  Assertions Assume;
  ProgramAround Program;
  /// Sees which loop is worked on, and names those to leave alone; null: none.
  std::shared_ptr<LoopWatch> Watch;
  /// The other way round: pipelined loops become plain ones (undoText()).
  bool Undo = false;
  /// Stop after this phase and fill FileResult::Dump.
  std::optional<Phase> DumpAfter;

  /// A variant may be taken that starts asynchronous copies.
  bool mayCopyAsync() const {
    const Transport &Any = Variant ? *Variant : cpAsync();
    return Any.isAsync() && SmVersion >= Any.LeastSm;
  }
  /// The architecture whose shared memory must do.
  unsigned sharedSm() const { return ScarceSm.value_or(SmVersion); }
};

} // namespace cudapipe

#endif // CUDAPIPE_REWRITEOPTIONS_H
