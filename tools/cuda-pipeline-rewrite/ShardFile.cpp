//===- ShardFile.cpp - What a shard leaves --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShardFile.h"

using namespace llvm;
using clang::tooling::AtomicChange;
using clang::tooling::Replacement;

namespace cudapipe {
namespace {

constexpr StringLiteral Magic = "cuda-pipeline-rewrite shard\n";

class ShardWriter {
public:
  static constexpr bool Reads = false;
  std::string Text;

  void field(std::string &Value) {
    Text += std::to_string(Value.size()) + ":" + Value;
  }
};

class ShardReader {
public:
  static constexpr bool Reads = true;
  explicit ShardReader(StringRef Text) : Rest(Text) {}

  void field(std::string &Value) {
    auto [Digits, Behind] = Rest.split(':');
    size_t Length;
    if (Digits.getAsInteger(10, Length) || Length > Behind.size()) {
      IsBroken = true;
      Rest = "";
      return;
    }
    Value = Behind.take_front(Length).str();
    Rest = Behind.drop_front(Length);
  }

  StringRef Rest;
  bool IsBroken = false;
};

template <class Archive> void visit(Archive &A, std::string &Value) {
  A.field(Value);
}

template <class Archive, class T>
  requires std::is_integral_v<T>
void visit(Archive &A, T &Value) {
  std::string Digits = std::to_string(uint64_t(Value));
  A.field(Digits);
  uint64_t Number = 0;
  if constexpr (Archive::Reads) {
    A.IsBroken |= StringRef(Digits).getAsInteger(10, Number);
    Value = T(Number);
  }
}

/// The id, which outlives the order of the table.
template <class Archive> void visit(Archive &A, RejectionKind &Kind) {
  std::string Id = rejectionId(Kind).str();
  A.field(Id);
  if constexpr (Archive::Reads) {
    A.IsBroken = true;
    for (RejectionKind Each : {
#define REJECTION(Kind, Id, Message) RejectionKind::Kind,
#include "cudapipe/Rules/Rejections.def"
         })
      if (rejectionId(Each) == Id) {
        Kind = Each;
        A.IsBroken = false;
      }
  }
}

template <class Archive, class... T> void visitAll(Archive &A, T &...Fields) {
  (visit(A, Fields), ...);
}

template <class Archive, class T, class U>
void visit(Archive &A, std::pair<T, U> &Both) {
  visitAll(A, Both.first, Both.second);
}

template <class Archive, class T>
void visit(Archive &A, std::vector<T> &Values) {
  size_t Count = Values.size();
  visit(A, Count);
  if constexpr (Archive::Reads)
    for (Values.clear(); Values.size() < Count && !A.IsBroken;)
      visit(A, Values.emplace_back());
  else
    for (T &Value : Values)
      visit(A, Value);
}

template <class Archive>
void visit(Archive &A, std::optional<Rejection> &Value) {
  bool IsThere = Value.has_value();
  visit(A, IsThere);
  if (!IsThere)
    return;
  if constexpr (Archive::Reads)
    Value = Rejection{RejectionKind(), {}, ""};
  visitAll(A, Value->Kind, Value->Detail);
}

/// It has no state without a path and a key.
void visit(ShardWriter &A, std::vector<AtomicChange> &Changes) {
  size_t Count = Changes.size();
  visit(A, Count);
  for (AtomicChange &Change : Changes) {
    std::string Path = Change.getFilePath(), Key = Change.getKey();
    std::vector<std::string> Headers = Change.getInsertedHeaders().vec();
    size_t Parts = Change.getReplacements().size();
    visitAll(A, Path, Key, Headers, Parts);
    for (const Replacement &Part : Change.getReplacements()) {
      std::string File = Part.getFilePath().str(),
                  Text = Part.getReplacementText().str();
      unsigned Offset = Part.getOffset(), Length = Part.getLength();
      visitAll(A, File, Offset, Length, Text);
    }
  }
}

void visit(ShardReader &A, std::vector<AtomicChange> &Changes) {
  size_t Count = 0;
  visit(A, Count);
  for (size_t I = 0; I < Count && !A.IsBroken; ++I) {
    std::string Path, Key;
    std::vector<std::string> Headers;
    size_t Parts = 0;
    visitAll(A, Path, Key, Headers, Parts);
    AtomicChange &Change = Changes.emplace_back(Path, Key);
    for (const std::string &Header : Headers)
      Change.addHeader(Header);
    for (size_t Part = 0; Part < Parts && !A.IsBroken; ++Part) {
      std::string File, Text;
      unsigned Offset = 0, Length = 0;
      visitAll(A, File, Offset, Length, Text);
      if (Error Failure = Change.getReplacements().add(
              Replacement(File, Offset, Length, Text))) {
        consumeError(std::move(Failure));
        A.IsBroken = true;
      }
    }
  }
}

template <class Archive> void visit(Archive &A, ParseError &Error) {
  visitAll(A, Error.File, Error.Line, Error.Column, Error.Message,
           Error.MayHideKernel, Error.Function);
}

// All members are named below, so that a new one does not compile: what is
// looked at behind processFile() must be visited, or a merge loses it.

template <class Archive> void visit(Archive &A, LoopPlace &Place) {
  auto &[File, Line, Column, Key, FunctionBegin, FunctionEnd, IsUnused] = Place;
  visitAll(A, File, Line, Column, Key, FunctionBegin, FunctionEnd, IsUnused);
}

template <class Archive> void visit(Archive &A, QuotedPlace &Place) {
  auto &[File, Line, Column, Text] = Place;
  visitAll(A, File, Line, Column, Text);
}

/// Proved, Decision and Unsure are for the rounds of processFile(), Dynamic for
/// --print-kernels.
template <class Archive> void visit(Archive &A, MadePipeline &Made) {
  auto &[Summary, IsUndone, Also, Stages, Dynamic, Proved, Ring, Changes,
         Decision, Unsure] = Made;
  visitAll(A, Summary, IsUndone, Also, Stages, Changes);
}

/// Form is for the rounds, Costs and Instance for judgeText(), Figures for
/// --print-kernels.
template <class Archive> void visit(Archive &A, LoopReport &Loop) {
  auto &[Kernel, Where, Ordinal, Why, At, Other, Made, Remarks, Details, Budget,
         Figures, Costs, DecidedBy, Accepted, WhyUndecided, Instance, Form] =
      Loop;
  visitAll(A, Kernel, Where, Ordinal, Why, At, Other, Made, Remarks, Details,
           Budget, DecidedBy, Accepted, WhyUndecided);
}

/// NewText is made again, of the text that is there then.
template <class Archive> void visit(Archive &A, FileResult &Result) {
  auto &[Loops, Changes, Dump, File, NewText, NewOthers] = Result;
  visitAll(A, Loops, Changes, Dump, File);
}

/// Without its text.
template <class Archive> void visit(Archive &A, ShardWork &Shard) {
  auto &[Name, Path, Canonical, HeadersOnly, OwnHeaders, IsOwned, MayMatter,
         IsEmpty, Kernels, Which, Commands, Output, Text, ParseErrors, Result,
         Notes, Failure] = Shard.Work;
  visitAll(A, Shard.Index, Name, Path, Canonical, HeadersOnly, IsOwned, IsEmpty,
           Kernels, Which, Commands, Output, ParseErrors, Result, Notes,
           Failure);
}

template <class Archive> void visit(Archive &A, ShardFile &Shard) {
  visit(A, Shard.Version);
  if (Shard.Version != toolVersion()) {
    // Fields may be others.
    if constexpr (Archive::Reads)
      A.IsBroken = true;
    return;
  }
  visitAll(A, Shard.WorkingDirectory, Shard.Number, Shard.Count,
           Shard.Arguments, Shard.Sources, Shard.Works);
}

} // namespace

std::string printShard(ShardFile &Shard) {
  ShardWriter Writer{Magic.str()};
  visit(Writer, Shard);
  return std::move(Writer.Text);
}

std::optional<ShardFile> readShard(StringRef Text) {
  if (!Text.consume_front(Magic))
    return std::nullopt;
  ShardReader Reader(Text);
  ShardFile Shard;
  visit(Reader, Shard);
  if (Reader.IsBroken || !Reader.Rest.empty())
    return std::nullopt;
  return Shard;
}

} // namespace cudapipe
