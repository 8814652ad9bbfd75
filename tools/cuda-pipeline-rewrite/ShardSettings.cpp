//===- ShardSettings.cpp - Which part of the files ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SettingsGroups.h"

using namespace llvm;

namespace cudapipe {
namespace {

cl::OptionCategory &Reading = readingOptions();

cl::opt<std::string>
    Shard("shard", cl::cat(Reading), cl::value_desc("I/N"),
          cl::desc("Work on part I of N of the files, and leave what is found "
                   "in --shard-dir"));
cl::opt<std::string> ShardDir("shard-dir", cl::cat(Reading),
                              cl::value_desc("dir"),
                              cl::desc("A folder that all shards of a run "
                                       "share"));
cl::opt<std::string>
    Merge("merge", cl::cat(Reading), cl::value_desc("dir"),
          cl::desc("Go on from the shards there, with their arguments"));

/// `--shard` and `--shard-dir`, with their values.
std::vector<std::string> withoutShard(ArrayRef<std::string> Arguments) {
  std::vector<std::string> Out;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    StringRef Argument = Arguments[I];
    if (Argument == "--") {
      Out.insert(Out.end(), Arguments.begin() + I, Arguments.end());
      break;
    }
    auto [Name, Value] = Argument.split('=');
    Name.consume_front("-");
    if (Name == "-shard" || Name == "-shard-dir" || Name == "shard" ||
        Name == "shard-dir")
      I += !Argument.contains('=');
    else
      Out.push_back(Arguments[I]);
  }
  return Out;
}

} // namespace

Error readShardChoice(ArrayRef<std::string> Arguments, Settings &Result) {
  ShardChoice &Out = Result.Shard;
  if (!Merge.empty() && !Shard.empty())
    return createStringError("--merge and --shard exclude each other");
  if ((!Merge.empty() || !Shard.empty()) && !Result.Output.OutputFile.empty())
    return createStringError("-o takes one file; shards are for many");
  if ((!Merge.empty() || !Shard.empty()) && Result.Frontend.Typed)
    return createStringError("'-': stdin is one file; shards are for many");
  if (!Merge.empty()) {
    Out.Merges = true;
    Out.Folder = Merge;
    return Error::success();
  }
  if (Shard.empty() && ShardDir.empty())
    return Error::success();
  if (Shard.empty() || ShardDir.empty())
    return createStringError("--shard and --shard-dir need each other");
  auto [Number, Count] = StringRef(Shard).split('/');
  if (Number.getAsInteger(10, Out.Number) ||
      Count.getAsInteger(10, Out.Count) || Out.Number < 1 ||
      Out.Number > Out.Count || Out.Count > 100000)
    return createStringError("--shard: '" + Shard +
                             "' is no part of a whole such as 2/4");
  Out.Folder = ShardDir;
  Out.Arguments = withoutShard(Arguments);
  return Error::success();
}

} // namespace cudapipe
