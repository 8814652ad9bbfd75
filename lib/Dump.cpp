//===- Dump.cpp - The nouns of the phases as text -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --dump-after=PHASE. The form is stable: tests of a phase read it.
//
//===----------------------------------------------------------------------===//

#include "KernelFilter.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace clang;
using llvm::formatv;

namespace cudapipe {

std::string dumpCandidate(const LoopCandidate &C, const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  return formatv("candidate {0} line {1}\n", C.Kernel->getNameAsString(),
                 SM.getExpansionLineNumber(C.Loop->getBeginLoc()));
}

std::string dumpLaunches(const LaunchSites &Launches, llvm::StringRef Kernel,
                         const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  auto Line = [&](SourceLocation Loc) {
    return SM.getExpansionLineNumber(Loc);
  };
  auto Text = [&](const Expr *E) {
    return Lexer::getSourceText(
        Lexer::makeFileCharRange(
            CharSourceRange::getTokenRange(E->getSourceRange()), SM,
            Ctx.getLangOpts()),
        SM, Ctx.getLangOpts());
  };
  static constexpr const char *Kinds[] = {"chevron", "call", "config",
                                          "attribute", "occupancy"};
  std::string Out;
  for (const LaunchSite &Site : Launches.Sites) {
    Out += formatv("launch {0} line {1} {2} '{3}'", Kernel,
                   Line(Site.At->getBeginLoc()), Kinds[Site.Kind],
                   Text(Site.Name));
    for (const Expr *Size : Site.Sizes)
      Out +=
          formatv(" size '{0}'{1}", Text(Size),
                  namedVariable(Size) && Launches.holdsSize(namedVariable(Size))
                      ? " variable"
                      : "");
    Out += "\n";
  }
  for (const OutOfSight &Hidden : Launches.Hidden)
    Out += formatv("launch-out-of-sight {0} line {1} {2}\n", Kernel,
                   Line(Hidden.Where.getBegin()), Hidden.Why);
  return Out;
}

std::string dumpEdits(const OrRejection<LaunchEdits> &Edits) {
  if (const auto *Why = std::get_if<Rejection>(&Edits))
    return formatv("  twice: {0}: {1}\n", rejectionId(Why->Kind), Why->Detail);
  std::string Out;
  for (const LaunchEdits::Edit &E : std::get<LaunchEdits>(Edits).Edits) {
    llvm::SmallVector<llvm::StringRef, 4> Lines;
    llvm::StringRef(E.Text).trim().split(Lines, '\n');
    for (llvm::StringRef &Line : Lines)
      Line = Line.trim();
    // They stand in this file, or in one that was parsed besides.
    auto Text = llvm::MemoryBuffer::getFile(E.File);
    llvm::StringRef Code = Text ? (*Text)->getBuffer() : "";
    Out += formatv("  twice: line {0} '{1}' -> '{2}'\n",
                   Code.take_front(E.Begin).count('\n') + 1,
                   Code.slice(E.Begin, E.End), llvm::join(Lines, " "));
  }
  return Out;
}

static llvm::StringRef roleName(Role R) {
  switch (R) {
  case Role::Compute:
    return "compute";
  case Role::Load:
    return "load";
  case Role::Both:
    return "both";
  case Role::Advance:
    return "advance";
  case Role::Declaration:
    return "declaration";
  case Role::Barrier:
    return "barrier";
  case Role::AsyncGroup:
    return "async-group";
  }
  llvm_unreachable("covered switch");
}

static std::string names(const VarSet &Vars) {
  std::string Out;
  for (const VarDecl *Var : Vars)
    Out += " " + Var->getNameAsString();
  return Out;
}

std::string dumpModel(const LoopModel &M, const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  auto Line = [&](const Stmt *S) {
    return SM.getExpansionLineNumber(S->getBeginLoc());
  };
  std::string Out =
      formatv("loop {0} line {1}{2}{3}\n", M.Kernel->getNameAsString(),
              Line(M.Header.Loop), M.Barriers.AtTop ? " barrier-at-top" : "",
              M.Around.Nested ? " nested" : "");
  for (const BodyItem &Item : M.Items)
    Out += formatv("  item line {0} {1}{2}\n", Line(Item.S), roleName(Item.R),
                   Item.Early ? " early" : "");
  for (const Recurrence &R : M.Variables.Recurrences)
    Out += formatv("  recurrence {0}{1}{2}\n", R.Var->getName(),
                   R.Item < 0 ? " header" : " body",
                   R.ReadByLoad ? " read-by-load" : "");
  if (!M.Variables.Private.empty())
    Out += "  private" + names(M.Variables.Private) + "\n";
  if (!M.Variables.LoadState.empty())
    Out += "  load-state" + names(M.Variables.LoadState) + "\n";
  if (!M.Variables.Settled.empty())
    Out += "  settled" + names(M.Variables.Settled) + "\n";
  for (const TileCopy &Copy : M.Copies)
    Out += formatv("  copy {0} line {1} {2} {3} bytes{4}{5}\n",
                   Copy.Tile->getName(), Line(Copy.Store),
                   Copy.Kind == TileCopy::Copy       ? "copy"
                   : Copy.Kind == TileCopy::Computed ? "computed"
                                                     : "fill",
                   Copy.Bytes, Copy.Zero.Guard ? " guarded" : "",
                   Copy.Overlap.WithItself ? " may-overlap" : "");
  if (M.Staged.SingleBufferOnly)
    Out += formatv("  single-buffer {0}\n",
                   rejectionId(M.Staged.SingleBufferOnly->Kind));
  return Out;
}

std::string dumpPlan(const PipelinePlan &P, const LoopModel &M,
                     const ASTContext &Ctx) {
  auto Show = [&](llvm::StringRef Title, const std::vector<Step> &Steps) {
    static constexpr const char *Names[] = {
        "wait",    "wait-all", "wait-oldest", "barrier", "advance",
        "acquire", "load",     "commit",      "alias",   "compute",
        "store",   "rotate",   "release"};
    std::string Out = "  " + Title.str();
    for (const Step &S : Steps) {
      Out += std::string(" ") + Names[S.Kind];
      if (S.Kind == Step::Wait)
        Out += formatv("({0})", S.Pending);
      else if (S.Kind == Step::Compute)
        Out += formatv("({0})", S.Item);
      else if (S.Kind == Step::Barrier && S.Item >= 0)
        Out += formatv("({0}{1})", S.Item, S.Waits ? " waits" : "");
      else if (S.Kind == Step::Advance || S.Kind == Step::Load ||
               S.Kind == Step::Alias || S.Kind == Step::Store)
        Out += formatv("({0})", S.Tile);
    }
    return Steps.empty() ? "" : Out + "\n";
  };
  std::string Out =
      formatv("plan {0} {1} stages {2}\n", M.Kernel->getNameAsString(),
              P.Variant->Name, P.Stages);
  for (auto [I, Copy] : llvm::enumerate(M.Copies))
    Out += formatv("  {0} {1}\n", Copy.Tile->getName(),
                   P.Travels[I] == Travel::Async      ? "async"
                   : P.Travels[I] == Travel::Register ? "register"
                                                      : "direct");
  Out += Show("before", P.Steps.Before) + Show("prologue", P.Steps.Prologue) +
         Show("body", P.Steps.Body) + Show("behind", P.Steps.Behind);
  static constexpr const char *Reasons[] = {"in-load", "in-front", "in-stages",
                                            "in-one-group"};
  for (const DroppedItem &D : P.Steps.Dropped)
    Out += formatv("  dropped {0} {1}\n", D.Item, Reasons[D.Reason]);
  Out += formatv("  shared {0} -> {1} registers {2}\n", P.Shared.Before,
                 P.Shared.After, P.Split.RegisterBytes);
  return Out;
}

std::string dumpReport(const LoopReport &R) {
  if (R.Why)
    return formatv("left-alone {0} line {1} {2}\n", R.Kernel, R.Where.Line,
                   rejectionId(R.Why->Kind));
  return formatv("rewritten {0} line {1} {2}\n", R.Kernel, R.Where.Line,
                 R.Made.Summary);
}

} // namespace cudapipe
