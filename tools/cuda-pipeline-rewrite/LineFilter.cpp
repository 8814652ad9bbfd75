//===- LineFilter.cpp - --line-filter -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LineFilter.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace cudapipe {
namespace {

Error malformed(const Twine &Reason) {
  return createStringError(
      "--line-filter: " + Reason +
      R"(; it looks like [{"name": "gemm.cu", "lines": [[10, 20]]}])");
}

} // namespace

Expected<LineFilter> LineFilter::parse(StringRef Json) {
  Expected<json::Value> Value = json::parse(Json);
  if (!Value)
    return malformed("not JSON (" + toString(Value.takeError()) + ")");
  const json::Array *Items = Value->getAsArray();
  if (!Items)
    return malformed("not a list");
  LineFilter Filter;
  for (const json::Value &Item : *Items) {
    const json::Object *Object = Item.getAsObject();
    std::optional<StringRef> Name =
        Object ? Object->getString("name") : std::nullopt;
    if (!Name)
      return malformed("an entry has no name");
    Entry Entry{Name->str(), {}};
    if (const json::Array *Ranges = Object->getArray("lines"))
      for (const json::Value &Range : *Ranges) {
        const json::Array *Pair = Range.getAsArray();
        if (!Pair || Pair->size() != 2 || !(*Pair)[0].getAsUINT64() ||
            !(*Pair)[1].getAsUINT64())
          return malformed("a line range is not a pair of numbers");
        Entry.Lines.emplace_back(*(*Pair)[0].getAsUINT64(),
                                 *(*Pair)[1].getAsUINT64());
      }
    Filter.Entries.push_back(std::move(Entry));
  }
  return Filter;
}

std::optional<LineRanges> LineFilter::linesOf(StringRef Path) const {
  if (Entries.empty())
    return LineRanges();
  for (const Entry &Entry : Entries)
    if (Path.ends_with(Entry.NameEnd))
      return Entry.Lines;
  return std::nullopt;
}

} // namespace cudapipe
