//===- LoopBody.cpp - The main loop ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body is cut into pieces, one an item, each with the blank lines and
// comments in front of it and the comment behind it on its line. Pieces of
// items that the schedule keeps in their place stay; all others go. The steps
// that the schedule has between two that stay stand between them in the text.
//
//===----------------------------------------------------------------------===//

#include "LoopWriter.h"

using namespace clang;

namespace cudapipe {

/// Something but comments stands in \p Range.
bool LoopWriter::holdsWords(TextRange Range) const {
  bool Found = false;
  Text.forTokens(Range, [&](const Token &Tok, unsigned) {
    Found |= Tok.is(tok::raw_identifier);
  });
  return Found;
}

/// For each item: it stays where it is, in the order of the schedule.
std::vector<bool> LoopWriter::staying() const {
  std::vector<bool> Out(M.Items.size());
  int Last = -1;
  for (const Step &S : Plan.Steps.Body)
    if ((S.Kind == Step::Compute || S.Kind == Step::Barrier ||
         S.Kind == Step::Release) &&
        !S.Moves && S.Item > Last) {
      Last = S.Item;
      // Behind an #if it would be behind what the #if hides, too.
      unsigned From =
          S.Item ? Here.ItemRanges[S.Item - 1].End : Here.BodyRange.Begin;
      Out[S.Item] =
          !M.Items[S.Item].Early ||
          Text.directives({From, std::max(From, Here.ItemRanges[S.Item].Begin)})
              .empty();
    }
  return Out;
}

/// Cuts the body at \p Stays. What no item is, and stays, has none.
std::vector<LoopWriter::BodyPiece>
LoopWriter::cutBody(const std::vector<bool> &Stays) {
  std::vector<BodyPiece> Out;
  // Behind the brace, its comment and its line break.
  unsigned At = Text.endOfTrivia(Here.BodyRange.Begin);
  for (unsigned I = 0; I < M.Items.size(); ++I) {
    const TextRange Item = Here.ItemRanges[I];
    unsigned End = std::max(At, Text.endOfTrivia(Item.End));
    // An #endif stays, whatever becomes of the statement behind it.
    if (Item.Begin > At)
      for (const Directive &D : Text.directives({At, Item.Begin})) {
        Out.push_back({{At, D.Line.End + 1}, -1, true});
        At = D.Line.End + 1;
      }
    // What both sides compute keeps its comment where it comes first: in the
    // load phase.
    unsigned Line = Text.lineStart(Item.Begin);
    if (M.Items[I].R == Role::Both && !M.Early &&
        !(M.Items[I].Early && Stays[I]) && Line > At &&
        !Text.text({At, Line}).trim().empty()) {
      Out.push_back({{At, Line}, -1, false});
      At = Line;
    }
    // A macro that is empty here, and something else elsewhere, stays.
    if (holdsWords({At, Item.Begin})) {
      unsigned Behind = std::max(At, Line);
      if (holdsWords({Behind, Item.Begin}))
        Behind = Item.Begin;
      Out.push_back({{At, Behind}, -1, true});
      At = Behind;
    }
    Out.push_back({{At, End}, int(I), Stays[I]});
    Here.Pieces.push_back({At, End});
    At = End;
  }
  return Out;
}

std::optional<Rejection> LoopWriter::writeBody() {
  const std::vector<bool> Stays = staying();
  const std::vector<BodyPiece> Cut = cutBody(Stays);
  const std::string Indent = Here.BodyIndent;
  llvm::ArrayRef<Step> Steps = Plan.Steps.Body;
  bool InScope = false, Failed = false;
  // The steps up to the next one that stays, or to the end.
  auto Next = [&] {
    llvm::ArrayRef<Step> Here = Steps.take_until([&](const Step &S) {
      return S.Item >= 0 && !S.Moves && Stays[S.Item];
    });
    Steps = Steps.drop_front(Here.size());
    std::optional<std::string> Out =
        spell(Here, StepPlace::Trip, InScope, Indent);
    Failed |= !Out;
    return Out.value_or("");
  };

  // Merge what goes and what comes into as few edits as there are gaps.
  unsigned At = Text.endOfTrivia(Here.BodyRange.Begin);
  TextRange Gap{At, At};
  std::string New;
  auto Flush = [&] {
    // Another statement stands on the line.
    if (!New.empty() && Gap.Begin != Text.lineStart(Gap.Begin))
      New = "\n" + New + Indent;
    if (Gap.Begin != Gap.End || !New.empty())
      Written.Edits.push_back({Gap, New});
    New.clear();
  };
  unsigned Left = llvm::count(Stays, true);
  const int StoredUpTo =
      Plan.Steps.StoresInPlace ? int(M.Barriers.Publish) : -2;
  for (const BodyPiece &P : Cut) {
    At = P.Range.End;
    if (!P.Stays) {
      Gap.End = At;
      continue;
    }
    if (Left > 0)
      New += Next();
    // One blank line between what is new and what stays; none in front of the
    // barrier that publishes what is stored there.
    if (!New.empty() && P.Item != StoredUpTo &&
        !Text.text(P.Range).ltrim(" \t\r").starts_with("\n"))
      New += "\n";
    Flush();
    Gap = {At, At};
    if (P.Item >= 0) {
      Steps = Steps.drop_front();
      InScope = true;
      --Left;
    }
  }
  // Text between the last statement and the brace: comments stay in front.
  unsigned Close = Text.lineStart(Here.BodyRange.End);
  if (!Text.text({At, std::max(At, Close)}).trim().empty()) {
    Flush();
    Gap = {Close, Close};
  }
  New += Next();
  Flush();
  if (Failed)
    return reject(M.Groups.Wait, "the wait is spelled by a macro");
  return std::nullopt;
}

} // namespace cudapipe
