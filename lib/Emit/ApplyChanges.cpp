//===- ApplyChanges.cpp - Edits to text -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Emit/ApplyChanges.h"
#include "cudapipe/Effort.h"
#include "cudapipe/Frontend/Directives.h"
#include "clang/Format/Format.h"
#include "clang/Tooling/Inclusions/HeaderIncludes.h"
#include <map>

using namespace llvm;
using clang::format::FormatStyle;
using clang::tooling::AtomicChange;
using clang::tooling::HeaderIncludes;
using clang::tooling::IncludeDirective;
using clang::tooling::Range;
using clang::tooling::Replacement;
using clang::tooling::Replacements;

namespace cudapipe {
namespace {

/// \p Text with every line end turned into \p LineEnd.
std::string withLineEnds(StringRef Text, StringRef LineEnd) {
  std::string Result;
  Result.reserve(Text.size());
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] == '\r' && I + 1 < Text.size() && Text[I + 1] == '\n')
      continue;
    if (Text[I] == '\n')
      Result += LineEnd;
    else
      Result += Text[I];
  }
  return Result;
}

/// \p Text with blanks in the place of includes that are not there in each
/// configuration that has the text at all of \p Uses, or stand behind them.
std::string withoutOtherIncludes(StringRef Text, const Directives &All,
                                 ArrayRef<unsigned> Uses) {
  const std::vector<unsigned> Around = All.aroundAll(Uses);
  std::string Out = Text.str();
  for (const DirectiveLine &Line : All.lines())
    if (Line.Name == "include" &&
        (Line.Begin > *min_element(Uses) ||
         any_of(All.around(Line.Begin), [&](unsigned Branch) {
           return !is_contained(Around, Branch);
         })))
      for (unsigned At = Line.Begin; At < Line.End; ++At)
        if (Out[At] != '\n' && Out[At] != '\r')
          Out[At] = ' ';
  return Out;
}

/// \p Place, or, where it lies in a branch that \p Uses do not, in front of it.
unsigned alwaysRead(unsigned Place, const Directives &All,
                    ArrayRef<unsigned> Uses) {
  const std::vector<unsigned> Around = All.aroundAll(Uses);
  for (unsigned Branch : All.around(Place))
    if (!is_contained(Around, Branch))
      return All.ifOf(Branch).Begin;
  return Place;
}

/// The edits that insert \p Headers ("<cuda_pipeline.h>" or "\"x.h\""), each
/// with the places that need it.
Error insertHeaders(const std::map<std::string, std::vector<unsigned>> &Headers,
                    StringRef Text, StringRef Path, const FormatStyle &Style,
                    Replacements &Out) {
  for (const auto &[Header, Uses] : Headers) {
    const Directives All(Text);
    const std::string Read = withoutOtherIncludes(Text, All, Uses);
    HeaderIncludes Includes(Path, Read, Style.IncludeStyle);
    bool Angled = StringRef(Header).starts_with("<");
    StringRef Name = StringRef(Header).trim("<>\"");
    auto Insert = [&](bool AsAngled) {
      return Includes.insert(Name, AsAngled, IncludeDirective::Include);
    };
    std::optional<Replacement> Edit = Insert(Angled);
    // Both spellings of an include find the same header.
    if (!Edit || !Insert(!Angled))
      continue;
    Edit = Replacement(Path, alwaysRead(Edit->getOffset(), All, Uses), 0,
                       Edit->getReplacementText());
    // The first include of a file stands apart from the code.
    size_t Behind = Edit->getOffset();
    if (!StringRef(Read).contains("#include") && Behind < Text.size() &&
        Text[Behind] != '\n' && Text[Behind] != '\r')
      Edit = Replacement(Path, Edit->getOffset(), 0,
                         (Edit->getReplacementText() + "\n").str());
    if (Error Failure = Out.add(*Edit)) {
      // Two headers at one place: the second follows the first.
      consumeError(std::move(Failure));
      Out = Out.merge(Replacements(
          Replacement(Path, Out.getShiftedCodePosition(Edit->getOffset()), 0,
                      Edit->getReplacementText())));
    }
  }
  return Error::success();
}

/// The edited ranges that may be formatted: those without a launch.
std::vector<Range> formattable(ArrayRef<Range> Ranges, StringRef Text) {
  std::vector<Range> Result;
  for (const Range &Edited : Ranges) {
    size_t Begin = Text.rfind('\n', Edited.getOffset());
    size_t End = Text.find('\n', Edited.getOffset() + Edited.getLength());
    Begin = Begin == StringRef::npos ? 0 : Begin;
    if (!Text.slice(Begin, End).contains("<<<"))
      Result.push_back(Edited);
  }
  return Result;
}

/// True when the code around every change is laid out as \p Style wants it.
/// Where it is not, formatting the new lines alone would set them off from
/// their neighbours, and the neighbours are not ours to touch.
bool followsStyle(StringRef Text, StringRef Path, const FormatStyle &Style,
                  ArrayRef<AtomicChange> Changes) {
  if (Style.DisableFormat)
    return false;
  std::vector<Range> Around;
  for (const AtomicChange &Change : Changes) {
    if (Change.getReplacements().empty())
      continue;
    unsigned Begin = Change.getReplacements().begin()->getOffset();
    const Replacement &Last = *std::prev(Change.getReplacements().end());
    Around.push_back(Range(Begin, Last.getOffset() + Last.getLength() - Begin));
  }
  return clang::format::reformat(Style, Text, Around, Path).empty();
}

/// All edits. What two changes insert at one place, behind a loop and in front
/// of the next, comes in the order of the changes; the same text comes once.
std::vector<Replacement> inOrder(ArrayRef<AtomicChange> Changes) {
  std::vector<Replacement> Edits;
  std::map<unsigned, size_t> Insertions;
  for (const AtomicChange &Change : Changes)
    for (const Replacement &Edit : Change.getReplacements()) {
      if (Edit.getLength() == 0) {
        auto [It, IsNew] =
            Insertions.try_emplace(Edit.getOffset(), Edits.size());
        if (!IsNew) {
          Replacement &First = Edits[It->second];
          if (First.getReplacementText() != Edit.getReplacementText())
            First = Replacement(
                Edit.getFilePath(), Edit.getOffset(), 0,
                (First.getReplacementText() + Edit.getReplacementText()).str());
          continue;
        }
      }
      Edits.push_back(Edit);
    }
  return Edits;
}

} // namespace

Expected<std::string> applyChanges(StringRef Text, StringRef Path,
                                   ArrayRef<AtomicChange> Changes,
                                   StringRef StyleName) {
  Expected<FormatStyle> Style =
      clang::format::getStyle(StyleName, Path, /*FallbackStyle=*/"none", Text);
  if (!Style)
    return createStringError("no usable format style for '" + Path +
                             "': " + toString(Style.takeError()));
  spend(Effort::FormattedTexts);
  // A #pragma unroll stays beside its loop, and the comment above it too.
  Style->IndentPPDirectives = FormatStyle::PPDIS_Leave;
  StringRef LineEnd = Text.detectEOL();
  Replacements All;
  std::map<std::string, std::vector<unsigned>> Headers;
  for (const Replacement &Edit : inOrder(Changes))
    if (Error Failure = All.add(
            Replacement(Path, Edit.getOffset(), Edit.getLength(),
                        withLineEnds(Edit.getReplacementText(), LineEnd))))
      return createStringError("edits of '" + Path +
                               "' overlap: " + toString(std::move(Failure)));
  for (const AtomicChange &Change : Changes)
    for (const std::string &Header : Change.getInsertedHeaders())
      for (const Replacement &Edit : Change.getReplacements())
        Headers[Header].push_back(Edit.getOffset());
  Replacements Includes;
  if (Error Failure = insertHeaders(Headers, Text, Path, *Style, Includes))
    return Failure;
  for (const Replacement &Edit : Includes)
    if (Error Failure = All.add(
            Replacement(Path, Edit.getOffset(), Edit.getLength(),
                        withLineEnds(Edit.getReplacementText(), LineEnd))))
      return createStringError(
          "an include of '" + Path +
          "' lies inside an edit: " + toString(std::move(Failure)));
  Expected<std::string> Edited =
      clang::tooling::applyAllReplacements(Text, All);
  if (!Edited || !followsStyle(Text, Path, *Style, Changes))
    return Edited;
  std::vector<Range> Ranges = formattable(All.getAffectedRanges(), *Edited);
  Replacements Layout = clang::format::reformat(*Style, *Edited, Ranges, Path);
  return clang::tooling::applyAllReplacements(*Edited, Layout);
}

} // namespace cudapipe
