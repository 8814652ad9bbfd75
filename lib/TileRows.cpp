//===- TileRows.cpp - Longer rows for the tiles of one loop ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asked once a loop is known to be rewritten, and only if --pad is given. The
// edits are of the text that was read; Normalize/RowsWithoutConflicts.cpp
// starts again from there.
//
//===----------------------------------------------------------------------===//

#include "FileRewriter.h"
#include "TileColumns.h"
#include "TileTouches.h"
#include "cudapipe/Plan/PlanSkew.h"
#include "cudapipe/Resources/Occupancy.h"
#include "cudapipe/Resources/RegisterEstimate.h"
#include "clang/AST/Attr.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace cudapipe {

std::string rowKey(const FunctionDecl &Kernel, llvm::StringRef Tile) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  Kernel.getNameForDiagnostic(OS, Kernel.getASTContext().getPrintingPolicy(),
                              /*Qualified=*/true);
  return Out + ":" + Tile.str();
}

std::string place(const Stmt *Where, const std::string &Why,
                  const ASTContext &Ctx, bool WithLine) {
  const SourceManager &SM = Ctx.getSourceManager();
  if (!Where)
    return Why;
  CharSourceRange Range = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Where->getSourceRange()), SM,
      Ctx.getLangOpts());
  SourceLocation At = SM.getExpansionLoc(Where->getBeginLoc());
  llvm::StringRef Text =
      Range.isValid() ? Lexer::getSourceText(Range, SM, Ctx.getLangOpts()) : "";
  Text = Text.split('\n').first.rtrim();
  if (!WithLine)
    return Text.empty() ? Why : "'" + Text.str() + "': " + Why;
  std::string Line =
      llvm::formatv("line {0}: {1}", SM.getExpansionLineNumber(At), Why);
  return Text.empty() ? Line : "'" + Text.str() + "' in " + Line;
}

/// What a block takes with \p Plan; 0: not known.
static uint64_t sharedBytes(const PipelinePlan &Plan, const LoopModel &Facts,
                            const ASTContext &Ctx) {
  return Plan.Shared.After ? Plan.Shared.After
                           : staticSharedBytes(*Facts.Kernel, Ctx).value_or(0);
}

/// Shared memory that the longer rows of one kernel may take in all, with tiles
/// that become dynamic for it or not.
static uint64_t bytesLeft(uint64_t Bytes, const PipelinePlan &Plan,
                          unsigned SmVersion, bool MayMove) {
  uint64_t Limit = Plan.movesTiles() || (MayMove && Plan.Stages > 1)
                       ? maxSharedBytesPerBlock(SmVersion)
                       : MaxStaticSharedBytes;
  return Bytes && Bytes < Limit ? Limit - Bytes : 0;
}

/// Of that, what leaves three quarters of the blocks resident; conflicts cost
/// more than the rest of them hides.
static uint64_t bytesOfResidents(uint64_t Bytes, unsigned Threads,
                                 const FunctionDecl &Kernel, unsigned SmVersion,
                                 const ASTContext &Ctx) {
  const Architecture *Arch = findArchitecture(SmVersion);
  if (!Arch)
    return ~0ull;
  BlockResources Block{Threads, estimateRegisters(Kernel, Ctx)};
  Block.StaticShared = Bytes;
  unsigned Blocks = computeOccupancy(*Arch, Block).Blocks;
  std::optional<uint64_t> Most =
      Blocks ? sharedBytesFor((3 * Blocks + 3) / 4, *Arch, Block)
             : std::nullopt;
  return Most ? *Most - std::min(*Most, Bytes) : ~0ull;
}

static std::string staying(const VarDecl &Tile, const std::string &Why) {
  return "the rows of '" + Tile.getNameAsString() +
         "' stay as they are: " + Why;
}

/// What becomes of the rows of all tiles, within some memory.
struct RowChoice {
  TileRows Rows;
  std::vector<PaddedTile> Tiles;
  std::vector<std::vector<int64_t>> Touched;
  /// What the accesses cost then, and the shared memory that it takes.
  uint64_t Cost = 0, Bytes = 0;
  /// More memory would have given longer rows.
  bool IsShort = false;
};

RowChoice FileRewriter::chooseRows(const LoopModel &Facts,
                                   const PipelinePlan &Plan, bool MayMove) {
  RowChoice Out;
  Out.Rows.AreFree = true;
  auto Stays = [&](const VarDecl &Tile, const char *Why) {
    Out.Rows.Stay.push_back(staying(Tile, Why));
    Out.Rows.AreFree = false;
  };
  auto Costs = [&](uint64_t Cost, uint64_t Least) {
    Out.Cost += Cost;
    Out.Rows.AreFree &= 10 * Cost <= 11 * Least;
  };
  const FunctionDecl &Kernel = *Facts.Kernel;
  const bool MayChange = Filter.mayHaveOtherText(Kernel, *Facts.Header.Loop);
  const LaunchSites *Sites =
      Kernel.hasAttr<CUDAGlobalAttr>() ? &Launches.launchesOf(Kernel) : nullptr;
  uint64_t Bytes = sharedBytes(Plan, Facts, Ctx);
  uint64_t Left = bytesLeft(Bytes, Plan, Options.sharedSm(), MayMove);
  unsigned Threads = 0;
  auto Take = [&](uint64_t OfStage) {
    Left -= OfStage * Plan.Stages;
    Out.Bytes += OfStage * Plan.Stages;
  };
  for (const VarDecl *Tile : Facts.Staged.Tiles) {
    if (!isShared(*Tile) || isDynamicShared(*Tile)) {
      Stays(*Tile, "it is no static array of the kernel");
      continue;
    }
    if (!MayChange) {
      Stays(*Tile, "other files include the header that it is declared in");
      continue;
    }
    TileLayout Layout =
        readTileLayout(*Tile, Kernel, Facts.Header.Loop, Sites, Ctx);
    std::vector<int64_t> Here = touched(Layout);
    // As declared; of a flat array, that is one row.
    const bool MaySkew = Options.Pad.Kind == PadRequest::Auto && !MayMove;
    TileLayout Declared;
    if (MaySkew)
      Declared =
          Layout.IsFlat
              ? readDeclaredLayout(*Tile, Kernel, Facts.Header.Loop, Sites, Ctx)
              : Layout;
    if (Plan.UsesWide && !Layout.InTheWay)
      addWideCopies(Layout, Facts.Wide, Facts);
    if (!Layout.InTheWay && !Threads && Options.Pad.Kind == PadRequest::Auto) {
      Threads = Layout.Threads;
      Left = std::min(Left, bytesOfResidents(Bytes, Threads, Kernel,
                                             Options.sharedSm(), Ctx));
    }
    TilePadding Padding = planPadding(Layout, Options.Pad, Left / Plan.Stages);
    // In dynamic memory, columns are not skewed.
    if (MaySkew) {
      if (Plan.UsesWide && !Declared.InTheWay)
        addWideCopies(Declared, Facts.Wide, Facts);
      TileSkew Skew = planSkew(Declared, Left / Plan.Stages);
      // Longer rows are simpler: only for a tenth more.
      uint64_t Padded = Padding.Bytes ? Padding.After : Skew.Before;
      if (Skew.Gap && 10 * Skew.After <= 9 * Padded) {
        Take(Skew.bytesOfRow(Declared) * Declared.Rows);
        Costs(Skew.After, Skew.Least);
        Out.Rows.Skewed.insert(rowKey(Kernel, Tile->getName()));
        continue;
      }
      if (!Skew.WhyNot.empty() && !Declared.InTheWay && Padding.Bytes == 0)
        Out.Rows.Stay.push_back(
            "the columns of '" + Tile->getNameAsString() +
            "' stay as they are: " + place(Skew.Where, Skew.WhyNot, Ctx));
    }
    Take(Padding.Bytes * Layout.Rows);
    Costs(Padding.After, Padding.Least);
    Out.Rows.AreFree &= !Layout.InTheWay;
    Out.IsShort |= !Layout.InTheWay && !Padding.WhyNot.empty();
    Out.Touched.push_back(std::move(Here));
    Out.Tiles.push_back({std::move(Layout), std::move(Padding)});
  }
  return Out;
}

TileRows
FileRewriter::planRows(const LoopModel &Facts, const PipelinePlan &Plan,
                       llvm::function_ref<bool(uint64_t)> MayBeDynamicWith) {
  if (Options.Pad.Kind == PadRequest::None || Round.RowsAreSet)
    return {};
  bool IsAuto = Options.Pad.Kind == PadRequest::Auto;
  RowChoice Choice = chooseRows(Facts, Plan, /*MayMove=*/!IsAuto);
  Choice.Rows.MayMove = !IsAuto;
  if (IsAuto && Choice.IsShort && Plan.Stages > 1 && !Plan.movesTiles()) {
    RowChoice Moved = chooseRows(Facts, Plan, /*MayMove=*/true);
    // Dynamic memory is a larger edit, the launches too: for half the time.
    if (2 * Moved.Cost <= Choice.Cost && MayBeDynamicWith(Moved.Bytes)) {
      Choice = std::move(Moved);
      Choice.Rows.MayMove = true;
    }
  }
  TileRows &Out = Choice.Rows;
  const FunctionDecl &Kernel = *Facts.Kernel;
  Out.Change = padTiles(Choice.Tiles, Kernel, *Facts.Header.Loop, Ctx);
  for (const auto &[Tile, Addresses] :
       llvm::zip(Choice.Tiles, Choice.Touched)) {
    const TilePadding &P = Tile.Padding;
    const TileLayout &L = Tile.Layout;
    if (!P.WhyNot.empty())
      Out.Stay.push_back(staying(*P.Tile, place(P.Where, P.WhyNot, Ctx)));
    if (Options.DumpAfter == Phase::Plan)
      Result.Dump += llvm::formatv(
          "  rows {0} {1} x {2} bytes {3} cost {4} -> {5} least {6}\n",
          P.Tile->getName(), L.Rows, L.rowBytes(),
          P.WhyNot.empty() ? "+ " + std::to_string(P.Bytes) : "stay", P.Before,
          P.After, P.Least);
    if (P.Bytes == 0)
      continue;
    if (llvm::Error Unsound = verifyPadding(P, L)) {
      Out.Stay.push_back(staying(*P.Tile, llvm::toString(std::move(Unsound))));
      Out.Change = std::nullopt;
      break;
    }
    Out.Rows[rowKey(Kernel, P.Tile->getName())] = {
        L.RowLength, L.RowLength + int64_t(P.Bytes / L.ElementBytes),
        Addresses};
    double Least = std::max<uint64_t>(P.Least, 1);
    Out.Remarks.push_back(llvm::formatv(
        "the rows of '{0}' are {1} bytes longer, against bank conflicts: an "
        "access took {2:F1} passes in the mean, now {3:F1}",
        P.Tile->getName(), P.Bytes, P.Before / Least, P.After / Least));
  }
  return std::move(Out);
}

/// In text that was padded: what that has added to the static tiles.
uint64_t FileRewriter::bytesOfLongerRows(const LoopModel &Facts) const {
  uint64_t Out = 0;
  for (const VarDecl *Tile : Facts.Staged.Tiles) {
    auto It = Round.Padded.find(rowKey(*Facts.Kernel, Tile->getName()));
    if (It == Round.Padded.end() || isDynamicShared(*Tile))
      continue;
    const PaddedRow &Row = It->second;
    uint64_t Bytes = Ctx.getTypeSizeInChars(Tile->getType()).getQuantity();
    Out += Bytes / Row.Length * (Row.Length - Row.Used);
  }
  return Out;
}

/// In text that was padded: each row is as long as planned, threads touch what
/// they touched, nobody what was added, and all fits.
bool FileRewriter::rowsHold(const LoopModel &Facts, const PipelinePlan &Plan,
                            uint64_t Added) {
  if (!Round.Padded.empty() && !Plan.movesTiles() &&
      sharedBytes(Plan, Facts, Ctx) + Added > MaxStaticSharedBytes)
    return false;
  return llvm::all_of(Facts.Staged.Tiles, [&](const VarDecl *Tile) {
    auto It = Round.Padded.find(rowKey(*Facts.Kernel, Tile->getName()));
    if (It == Round.Padded.end())
      return true;
    const LaunchSites *Sites = Facts.Kernel->hasAttr<CUDAGlobalAttr>()
                                   ? &Launches.launchesOf(*Facts.Kernel)
                                   : nullptr;
    TileLayout Layout = readTileLayout(*Tile, *Facts.Kernel, Facts.Header.Loop,
                                       Sites, Ctx, It->second.Used);
    return !Layout.InTheWay && Layout.RowLength == It->second.Length &&
           touched(Layout) == It->second.Touched;
  });
}

} // namespace cudapipe
