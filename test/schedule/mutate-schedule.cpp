//===- mutate-schedule.cpp - What becomes of wrong schedules --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   mutate-schedule [stages=N] [read-back] [bulk] FILE.cu...
//
// Plans every loop of the files in every variant (for sm_80; with bulk, that
// one alone), breaks the schedule in all ways that it can be broken in, and
// prints a line for each: what verifyPlan() says of it, and whether
// rewriteLoop(), which is not told, writes another text:
//
//   walk cpasync no-commit: unsound plan (cpasync): compute of tile 0 does not
//   wait for it; written
//
// With read-back, what readBack(), which is told of the right schedule, says of
// the text that comes of a wrong one; and of texts that are broken themselves:
//
//   walk cpasync text no-rotation: unsound result ('walk'): in the loop (of 2
//   trips): the schedule has a use of buffer 1, the text a use of buffer 0
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/BuildLoopModel.h"
#include "cudapipe/Emit/ApplyChanges.h"
#include "cudapipe/Frontend/ParseFile.h"
#include "cudapipe/Plan/PlanPipeline.h"
#include "cudapipe/ReadBack/ReadBack.h"
#include "cudapipe/Rewrite/LoopRewrite.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

using namespace cudapipe;
using namespace llvm;

namespace {

using Steps = std::vector<Step>;

auto find(Steps &In, Step::KindTy Kind) {
  return llvm::find_if(In, [&](const Step &S) { return S.Kind == Kind; });
}

bool isWait(const Step &S) { return S.Kind <= Step::WaitOldest; }

/// Moves the first step of \p Kind to \p Where.
bool move(Steps &In, Step::KindTy Kind, Steps::iterator Where) {
  auto At = find(In, Kind);
  if (At == In.end() || Where == In.end() || At == Where)
    return false;
  if (At < Where)
    std::rotate(At, At + 1, Where + 1);
  else
    std::rotate(Where, At, At + 1);
  return true;
}

bool erase(Steps &From, Step::KindTy Kind) {
  size_t Before = From.size();
  llvm::erase_if(From, [&](const Step &S) { return S.Kind == Kind; });
  return From.size() != Before;
}

/// \p Step goes, and is accounted for.
bool drop(Schedule &Of, Steps::iterator S, DroppedItem::ReasonTy Reason) {
  if (S == Of.Body.end())
    return false;
  if (S->Item >= 0)
    Of.Dropped.push_back({unsigned(S->Item), Reason});
  Of.Body.erase(S);
  return true;
}

/// A way in which a planner may be wrong; false where there is nothing to
/// break.
struct Mutant {
  const char *Name;
  bool (*Break)(Schedule &, const PipelinePlan &, const LoopModel &);
};

constexpr Mutant Mutants[] = {
    // All that is computed, then the load, then the wait, and no barrier.
    {"compute-load-wait",
     [](Schedule &S, const PipelinePlan &, const LoopModel &) {
       for (auto At = S.Body.begin(); At != S.Body.end();)
         if (At->Kind == Step::Barrier) {
           drop(S, At, DroppedItem::InStages);
           At = S.Body.begin();
         } else {
           ++At;
         }
       llvm::stable_sort(S.Body, [](const Step &A, const Step &B) {
         auto Rank = [](const Step &S) {
           return S.Kind == Step::Compute ? 0 : isWait(S) ? 2 : 1;
         };
         return Rank(A) < Rank(B);
       });
       return true;
     }},
    // What is in registers harms nobody, nor does another barrier's work.
    {"load-before-barrier",
     [](Schedule &S, const PipelinePlan &P, const LoopModel &M) {
       auto Load = find(S.Body, Step::Load);
       return P.UsesAsync && !M.Barriers.KeepsReuse &&
              move(S.Body, Step::Barrier, Load);
     }},
    {"no-barrier",
     [](Schedule &S, const PipelinePlan &P, const LoopModel &M) {
       return !(P.Stages == 1 && M.Barriers.KeepsPublish) &&
              drop(S, find(S.Body, Step::Barrier), DroppedItem::InStages);
     }},
    {"no-kept-barrier",
     [](Schedule &S, const PipelinePlan &, const LoopModel &) {
       return drop(S,
                   llvm::find_if(S.Body,
                                 [](const Step &S) {
                                   return S.Kind == Step::Barrier &&
                                          S.Item >= 0 && !S.Moves;
                                 }),
                   DroppedItem::InStages);
     }},
    // Threads that are gone would be waited for.
    {"barrier-more",
     [](Schedule &S, const PipelinePlan &, const LoopModel &M) {
       if (M.Around.Disagreement)
         S.Before.push_back({Step::Barrier});
       return M.Around.Disagreement.has_value();
     }},
    {"no-wait",
     [](Schedule &S, const PipelinePlan &, const LoopModel &) {
       return drop(S, llvm::find_if(S.Body, isWait), DroppedItem::InOneGroup);
     }},
    {"wait-leaves-one-more",
     [](Schedule &S, const PipelinePlan &, const LoopModel &) {
       // Of the user's waits only a group's counts: cg::wait_prior<2>(block).
       auto At = find(S.Body, Step::Wait);
       if (At == S.Body.end())
         At = llvm::find_if(S.Body, [](const Step &Met) {
           return Met.Kind == Step::Barrier && Met.Pending > 0;
         });
       if (At == S.Body.end() || (At->Kind == Step::Wait && At->S))
         return false;
       ++At->Pending;
       return true;
     }},
    {"wait-behind-barrier",
     [](Schedule &S, const PipelinePlan &, const LoopModel &M) {
       return !M.Barriers.KeepsPublish && llvm::any_of(S.Body, isWait) &&
              move(S.Body, llvm::find_if(S.Body, isWait)->Kind,
                   find(S.Body, Step::Barrier));
     }},
    {"no-commit",
     [](Schedule &S, const PipelinePlan &, const LoopModel &) {
       auto At = find(S.Body, Step::Commit);
       return drop(S, At, DroppedItem::InOneGroup) &&
              erase(S.Prologue, Step::Commit);
     }},
    {"commit-in-body-only",
     [](Schedule &S, const PipelinePlan &, const LoopModel &) {
       return erase(S.Prologue, Step::Commit);
     }},
    {"empty-prologue",
     [](Schedule &S, const PipelinePlan &, const LoopModel &) {
       erase(S.Prologue, Step::Store);
       return erase(S.Prologue, Step::Load);
     }},
    {"no-barrier-before",
     [](Schedule &S, const PipelinePlan &, const LoopModel &) {
       return erase(S.Before, Step::Barrier);
     }},
    {"no-barrier-behind",
     [](Schedule &S, const PipelinePlan &, const LoopModel &) {
       return erase(S.Behind, Step::Barrier);
     }},
    // Where nothing is stored in front of the loop, any stage may be the first.
    {"rotate-first",
     [](Schedule &S, const PipelinePlan &, const LoopModel &) {
       return !S.StoresInPlace && move(S.Body, Step::Rotate, S.Body.begin());
     }},
    // Between two barriers one stage is enough.
    {"no-rotate",
     [](Schedule &S, const PipelinePlan &, const LoopModel &) {
       const bool HasBoth = llvm::count_if(S.Body, [](const Step &At) {
                              return At.Kind == Step::Barrier;
                            }) > 1;
       return !(S.StoresInPlace && HasBoth) && erase(S.Body, Step::Rotate);
     }},
    {"alias-last",
     [](Schedule &S, const PipelinePlan &, const LoopModel &) {
       auto Last = llvm::find_if(
           S.Body, [](const Step &S) { return S.Kind == Step::Rotate; });
       return Last != S.Body.end() && move(S.Body, Step::Alias, Last - 1);
     }},
    {"no-acquire",
     [](Schedule &S, const PipelinePlan &, const LoopModel &) {
       return erase(S.Body, Step::Acquire);
     }},
    {"acquire-behind-load",
     [](Schedule &S, const PipelinePlan &, const LoopModel &) {
       return move(S.Body, Step::Acquire, find(S.Body, Step::Load));
     }},
    {"no-release",
     [](Schedule &S, const PipelinePlan &, const LoopModel &) {
       return erase(S.Body, Step::Release);
     }},
    {"release-first",
     [](Schedule &S, const PipelinePlan &, const LoopModel &) {
       return move(S.Body, Step::Release, S.Body.begin());
     }},
    // Harms nobody where there is another buffer.
    {"store-before-compute",
     [](Schedule &S, const PipelinePlan &P, const LoopModel &) {
       auto Load = find(S.Body, Step::Load);
       return P.Stages == 1 && move(S.Body, Step::Store, Load + 1);
     }},
    {"no-store", [](Schedule &S, const PipelinePlan &,
                    const LoopModel &) { return erase(S.Body, Step::Store); }},
    {"advance-and-load-swapped",
     [](Schedule &S, const PipelinePlan &, const LoopModel &) {
       auto Load = find(S.Body, Step::Load),
            Advance = find(S.Body, Step::Advance);
       if (Load == S.Body.end() || Advance == S.Body.end())
         return false;
       std::iter_swap(Load, Advance);
       return true;
     }},
    {"no-advance",
     [](Schedule &S, const PipelinePlan &, const LoopModel &) {
       return erase(S.Body, Step::Advance);
     }},
    // In front of an item that needs registers, or sets the next tile's place.
    {"load-first",
     [](Schedule &S, const PipelinePlan &, const LoopModel &M) {
       return (M.Early ||
               (S.Body.front().Kind == Step::Compute && !S.hasCursor())) &&
              move(S.Body, Step::Load, S.Body.begin()) &&
              move(S.Body, Step::Advance, S.Body.begin());
     }},
    {"item-lost",
     [](Schedule &S, const PipelinePlan &, const LoopModel &) {
       return drop(S, find(S.Body, Step::Compute), DroppedItem::InLoad);
     }},
    {"items-swapped",
     [](Schedule &S, const PipelinePlan &, const LoopModel &M) {
       for (size_t I = 0; I + 1 < S.Body.size(); ++I) {
         Step &A = S.Body[I], &B = S.Body[I + 1];
         if (A.Kind == Step::Compute && B.Kind == Step::Compute &&
             llvm::any_of(M.Items[A.Item].E.Writes,
                          [&](const clang::VarDecl *Var) {
                            return M.Items[B.Item].E.Reads.count(Var);
                          })) {
           std::swap(A, B);
           return true;
         }
       }
       return false;
     }},
    {"item-twice",
     [](Schedule &S, const PipelinePlan &, const LoopModel &) {
       auto At = find(S.Body, Step::Compute);
       if (At == S.Body.end())
         return false;
       Step Twice = *At;
       Twice.Moves = true;
       S.Body.insert(At + 1, Twice);
       return true;
     }},
};

/// A way in which a printer may be wrong: a part of what it writes in front of
/// the main loop or in it is another.
struct TextMutant {
  const char *Name;
  bool InFront;
  const char *Pattern, *New;
};

const TextMutant TextMutants[] = {
    {"load-into-own-stage", false, "stage \\^ 1", "stage"},
    {"load-into-stage-of-trip", false, "\\(load_stage", "(stage"},
    {"wait-leaves-one-more", false, "wait_prior([(<])([^)>]+)",
     "wait_prior\\1\\2 + 1"},
    {"no-commit-in-front", true, "[a-z_0-9.]+_commit\\(\\);", ""},
    {"no-commit-in-loop", false, "[a-z_0-9.]+_commit\\(\\);", ""},
    {"commit-twice", false, "([a-z_0-9.]+_commit\\(\\);)", "\\1 \\1"},
    {"no-acquire-in-loop", false, "[a-z_0-9]+\\.producer_acquire\\(\\);", ""},
    {"no-release", false, "[a-z_0-9]+\\.consumer_release\\(\\);", ""},
    {"released-twice", false, "([a-z_0-9]+\\.consumer_release\\(\\);)",
     "\\1 \\1"},
    {"no-barrier", false, "__syncthreads\\(\\);", ""},
    {"no-barrier-before-store", false,
     "__syncthreads\\(\\);(\n *if \\(has_next)", "\\1"},
    {"prologue-without-guard", true,
     "(\n +(int k[^\n]*\n *)?)if \\((k[a-z_]* < n|n > 0)\\)", "\\1if (true)"},
    {"prologue-of-the-next-tile", true, "if \\((k[a-z_]*) < n\\)",
     "if (\\1 + 64 < n)"},
    {"prologue-of-the-second-tile", true, "if \\(n > 0\\)", "if (n > 64)"},
    {"loop-without-guard", false, "if \\(k(_[a-z]+| \\+ [0-9A-Z]+) < n\\)",
     "if (true)"},
    {"guard-of-the-trip", false, "k(_[a-z]+| \\+ [0-9A-Z]+) < n", "k < n"},
    {"values-of-the-trip", false,
     "_tile\\(([^()]*)k(_[a-z]+| \\+ [0-9A-Z]+)\\)", "_tile(\\1k)"},
    {"cursor-stays", false, "k_load \\+= 64;", ""},
    {"cursor-of-the-second", true, "k_load = \\(STAGES - 1\\)", "k_load = 1"},
    {"prologue-of-one-tile", true, "stage \\* [0-9A-Z]+\\)", "0)"},
    {"one-register-for-columns", true,
     "(next_[^\n]*)\\[[a-z]+\\] =", "\\1[0] ="},
    {"one-register-for-rows", true, "(next_[a-z]+)\\[[a-z]+\\]\\[", "\\1[0]["},
    {"value-of-the-load-alone", true, "\n( +[a-z]+ = 0\\.0f;)", "\nfloat \\1"},
    {"register-before-fetch", true,
     "([a-z]+ = [AB]\\[[^\n]*;)\n *(next_[^\n]* = [a-z]+;)", "\\2 \\1"},
    {"no-rotation", false, "[^_]stage (\\^= 1|= stage == [^;]*);", ""},
    {"no-rotation-of-32", false, "([^_]stage) \\^= 1;", "\\1 ^= BK == 64;"},
    {"no-rotation-of-64", false, "([^_]stage) \\^= 1;", "\\1 ^= BK == 32;"},
    {"load-stage-stays", false, "load_stage = stage;", ""},
    {"first-stage-is-another", true, "int stage = 0;", "int stage = 1;"},
    {"alias-of-the-next", false, "_stages\\[stage\\]", "_stages[stage == 0]"},
    {"no-store", false, "store_tile\\([^;]*\\);", ";"},
    {"no-load", false, "(load|fetch)_tile\\([^;]*\\);", ";"},
};

/// ... where one thread copies for the block.
const TextMutant BlockMutants[] = {
    {"copies-of-all", true, "if \\(threadIdx[^\n]*\\) \\{", "{"},
    {"arrivals-of-all", false, "if \\(threadIdx[^\n]*\n *(\\(void\\))", "\\1"},
    {"no-fence", true, "cuda::device::experimental::fence[^;]*;", ""},
    {"expects-more", true, "(expect_tx\\([^,]*), ", "\\1, 16 + "},
    {"copies-less", true, "aligned_size_t<16>\\(", "aligned_size_t<16>(-16 + "},
    {"counted-by-the-first", true, "(sizeof[^;]*)full\\[stage\\]",
     "\\1full[0]"},
    {"expected-by-the-first", true, "expect_tx\\(full\\[stage\\]",
     "expect_tx(full[0]"},
    {"arrives-at-its-own", false, "\\(void\\)full\\[[^\n]*\\]\\.",
     "(void)full[stage]."},
    {"no-arrival-in-front", true, "\\(void\\)full[^;]*;", ";"},
    {"no-arrival-in-loop", false, "\\(void\\)full[^;]*;", ";"},
    {"waits-for-the-other-parity", false, "parity\\(phase", "parity(phase ^ 1"},
    {"waits-for-another-stage", false, "full\\[stage\\]\\.wait",
     "full[0].wait"},
    {"parity-stays", false, "phase \\^= 1;", ";"},
    {"parity-turns-each-trip", false, "if \\(stage == 0\\)", ""},
    {"one-is-not-set-up", true, "(s < [A-Z0-9]+);", "\\1 - 1;"},
    {"set-up-for-two", true, "\\], 1\\)", "], 2)"},
    {"set-up-by-all", true, "if \\(threadIdx[^\n]*\n *for", "for"},
    {"no-barrier-behind-set-up", true, "1\\);\n *__syncthreads\\(\\);", "1);"},
};

/// \p Change with its text broken; nothing where there is nothing to break.
std::optional<clang::tooling::AtomicChange>
breakText(const clang::tooling::AtomicChange &Change, const TextMutant &Wrong) {
  clang::tooling::AtomicChange Out(Change.getFilePath(), Change.getKey());
  for (const std::string &Header : Change.getInsertedHeaders())
    Out.addHeader(Header);
  bool Done = false;
  for (const clang::tooling::Replacement &R : Change.getReplacements()) {
    StringRef Text = R.getReplacementText();
    // A blank line ends the prologue. Without one all of it is in the loop.
    const size_t Prologue = Text.find("// Prologue:");
    const size_t Loop =
        Prologue == StringRef::npos
            ? 0
            : std::min(Text.find("\n\n", Prologue), Text.size());
    std::string Front = Text.take_front(Loop).str(),
                Body = Text.drop_front(Loop).str();
    std::string &Part = Wrong.InFront ? Front : Body;
    if (!Done && Regex(Wrong.Pattern).match(Part)) {
      Part = Regex(Wrong.Pattern).sub(Wrong.New, Part);
      Done = true;
    }
    cantFail(Out.getReplacements().add(
        {R.getFilePath(), R.getOffset(), R.getLength(), Front + Body}));
  }
  return Done ? std::optional(std::move(Out)) : std::nullopt;
}

/// A file that is parsed.
struct Unit {
  const DeviceCommand &Command;
  StringRef Path, Text;

  /// What readBack() says of the file with \p Changes.
  std::string read(ArrayRef<clang::tooling::AtomicChange> Changes,
                   const ProvedPipeline &Proved) const {
    Expected<std::string> Result = applyChanges(Text, Path, Changes, "LLVM");
    if (!Result)
      return toString(Result.takeError());
    std::string Out;
    if (Error E = parseFile(
            Command, Path, *Result,
            [&](clang::ASTContext &Ctx, ArrayRef<ParseError> Errors) {
              Error Unsound = readBack(Ctx, Proved);
              Out = Unsound ? toString(std::move(Unsound)) : "READ AS PROVED";
              if (!Errors.empty())
                Out = "does not compile";
            }))
      return toString(std::move(E));
    return Out;
  }
};

std::string textOf(const OrRejection<LoopRewrite> &Rewrite) {
  const auto *Done = std::get_if<LoopRewrite>(&Rewrite);
  std::string Out;
  if (Done)
    for (const auto &R : Done->Change.getReplacements())
      Out += R.toString();
  return Out;
}

using Changes = std::vector<clang::tooling::AtomicChange>;

/// What readBack() says of wrong texts.
void mutateText(const LoopModel &M, const PipelinePlan &Plan,
                const clang::ASTContext &Ctx, const Unit &File) {
  auto Write = [&](const PipelinePlan &Plan) {
    NameTable Names(Ctx.getSourceManager().getMainFileID(), Ctx);
    AsyncHelpers Helpers;
    OrRejection<LoopRewrite> Rewrite =
        rewriteLoop(Plan, M, Names, Helpers, Ctx);
    Changes Out;
    if (auto *Done = std::get_if<LoopRewrite>(&Rewrite)) {
      Out.push_back(Done->Change);
      append_range(Out, Done->Functions);
    }
    return Out;
  };
  const SynchronizedLoops Loops(const_cast<clang::ASTContext &>(Ctx));
  const ProvedPipeline Proved(Plan, M, Loops);
  const Changes Right = Write(Plan);
  if (Right.empty())
    return;
  std::string Loop =
      formatv("{0} {1}", M.Kernel->getNameAsString(), Plan.Variant->Name);
  outs() << Loop << ": " << File.read(Right, Proved) << "\n";
  for (const Mutant &Wrong : Mutants) {
    PipelinePlan Other = Plan;
    if (Wrong.Break(Other.Steps, Plan, M))
      outs() << Loop << " schedule " << Wrong.Name << ": "
             << File.read(Write(Other), Proved) << "\n";
  }
  auto Break = [&](const TextMutant &Wrong) {
    if (std::optional<clang::tooling::AtomicChange> Other =
            breakText(Right.front(), Wrong)) {
      Changes All = Right;
      All.front() = std::move(*Other);
      outs() << Loop << " text " << Wrong.Name << ": " << File.read(All, Proved)
             << "\n";
    }
  };
  for_each(TextMutants, Break);
  if (Plan.Variant->OfBlock)
    for_each(BlockMutants, Break);
  // Lanes that are elsewhere would be waited for.
  if (M.Around.Disagreement)
    Break({"lanes-wait", false, "(fetch_tile\\([^;]*;)", "\\1 __syncwarp();"});
}

void mutate(const LoopModel &M, const PipelinePlan &Plan,
            const clang::ASTContext &Ctx, const Unit *File) {
  if (File)
    return mutateText(M, Plan, Ctx, *File);
  auto Write = [&](const PipelinePlan &Plan) {
    NameTable Names(Ctx.getSourceManager().getMainFileID(), Ctx);
    AsyncHelpers Helpers;
    return textOf(rewriteLoop(Plan, M, Names, Helpers, Ctx));
  };
  const std::string Right = Write(Plan);
  if (Right.empty())
    return; // the place cannot be edited
  std::string Loop =
      formatv("{0} {1}", M.Kernel->getNameAsString(), Plan.Variant->Name);
  if (Error E = verifyPlan(Plan, M))
    outs() << Loop << ": " << toString(std::move(E)) << "\n";
  for (const Mutant &Wrong : Mutants) {
    PipelinePlan Other = Plan;
    if (!Wrong.Break(Other.Steps, Plan, M))
      continue;
    Error E = verifyPlan(Other, M);
    outs() << Loop << " " << Wrong.Name << ": "
           << (E ? toString(std::move(E)) : "accepted") << "; "
           << (Write(Other) == Right ? "NOT WRITTEN" : "written") << "\n";
  }
}

void mutate(const LoopCandidate &Candidate, std::optional<unsigned> Stages,
            bool OnlyBulk, const clang::ASTContext &Ctx, const Unit *File) {
  EditScope Scope(Ctx.getSourceManager(), "");
  LaunchSites Launches = findLaunches(*Candidate.Kernel, Ctx, Scope);
  auto LaunchesOf = [&](const clang::FunctionDecl &) -> const LaunchSites & {
    return Launches;
  };
  OrRejection<LoopModel> Model =
      buildLoopModel(Candidate, Ctx, /*AssumeNoAlias=*/false, LaunchesOf);
  if (auto *M = std::get_if<LoopModel>(&Model)) {
    M->Wide = findWideCopies(*M, Launches, Ctx,
                             OnlyBulk ? WideFor::Block : WideFor::Threads);
    for (const Transport *How : allTransports()) {
      if (OnlyBulk && How != &bulk())
        continue;
      PlanRequest Request;
      Request.Variant = How;
      if (OnlyBulk)
        Request.SmVersion = How->LeastSm;
      if (How->MostStages > 2)
        Request.Stages = Stages;
      else if (File && Stages)
        continue; // the same as without
      auto Plan = planPipeline(*M, Request, Ctx);
      if (auto *Decisions = std::get_if<PipelinePlan>(&Plan))
        mutate(*M, *Decisions, Ctx, File);
    }
    return;
  }
  Model = buildEarlyLoads(Candidate, Ctx, /*AssumeNoAlias=*/false, LaunchesOf,
                          /*BarriersMoved=*/false);
  if (auto *M = std::get_if<LoopModel>(&Model)) {
    auto Plan = planEarlyLoads(*M, Ctx);
    if (auto *Decisions = std::get_if<PipelinePlan>(&Plan))
      mutate(*M, *Decisions, Ctx, File);
  }
}

} // namespace

int main(int Count, char **Arguments) {
  std::optional<unsigned> Stages;
  bool ReadsBack = false, OnlyBulk = false;
  for (StringRef File : ArrayRef(Arguments, Count).drop_front()) {
    if (File.consume_front("stages=")) {
      unsigned Number;
      if (!File.getAsInteger(10, Number))
        Stages = Number;
      continue;
    }
    if (File == "read-back" || File == "bulk") {
      (File == "bulk" ? OnlyBulk : ReadsBack) = true;
      continue;
    }
    SmallString<256> Path(File);
    sys::fs::make_absolute(Path);
    FrontendOptions Options;
    Options.Headers = HeaderSource::Embedded;
    auto Text = MemoryBuffer::getFile(Path);
    Expected<DeviceCommand> Command = makeDeviceCommand(Path, Options);
    if (!Text || !Command) {
      errs() << "error: " << File << " cannot be parsed\n";
      consumeError(Command.takeError());
      return 2;
    }
    const Unit Read{*Command, Path, (*Text)->getBuffer()};
    if (Error E = parseFile(*Command, Path, (*Text)->getBuffer(),
                            [&](clang::ASTContext &Ctx, ArrayRef<ParseError>) {
                              for (const LoopCandidate &Loop : findLoops(Ctx))
                                mutate(Loop, Stages, OnlyBulk, Ctx,
                                       ReadsBack ? &Read : nullptr);
                            })) {
      errs() << "error: " << toString(std::move(E)) << "\n";
      return 2;
    }
  }
  return 0;
}
