//===- ConfigFile.cpp - What a folder says --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConfigFile.h"
#include "Choice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

using namespace llvm;

namespace cudapipe {
namespace {

constexpr StringRef Keys[] = {"style",
                              "variant",
                              "stages",
                              "widen",
                              "pad",
                              "assume-aligned",
                              "force",
                              "no-compile",
                              "guess",
                              "verdicts",
                              "assume-no-alias",
                              "assume-launch-updated",
                              "header-filter",
                              "gpu",
                              "gpu-arch",
                              "format-style",
                              "extra-arg",
                              "extra-arg-before"};

Error readFlag(StringRef Key, StringRef Value, bool &Out) {
  Expected<bool> Chosen =
      choose<bool>(Key, Value, {{"true", true}, {"false", false}});
  if (!Chosen)
    return Chosen.takeError();
  Out = *Chosen;
  return Error::success();
}

/// Sets one of \p Words; fails if there is no \p Key, or it cannot be \p Value.
Error set(StringRef Key, StringRef Value, RewriteWords &Words) {
  if (!is_contained(Keys, Key))
    return createStringError("unknown key '" + Key + "'. It is one of: " +
                             join(std::begin(Keys), std::end(Keys), ", "));
  if (Key == "style")
    Words.Style = Value.str();
  else if (Key == "variant")
    Words.Variant = Value.str();
  else if (Key == "stages")
    Words.Stages = Value.str();
  else if (Key == "widen")
    Words.Widen = Value.str();
  else if (Key == "pad")
    Words.Pad = Value.str();
  else if (Key == "assume-aligned")
    Words.AssumeAligned = Value.str();
  else if (Key == "assume-no-alias")
    Words.AssumeNoAlias = Value == "true" ? "" : Value.str();
  else if (Key == "header-filter")
    Words.HeaderFilter = Value.str();
  else if (Key == "gpu")
    Words.Folder.Gpu = Value.str();
  else if (Key == "gpu-arch")
    Words.Folder.GpuArch = Value.str();
  else if (Key == "verdicts")
    Words.Verdicts = Value.str();
  else if (Key == "format-style")
    Words.Folder.FormatStyle = Value.str();
  else if (Key == "extra-arg")
    Words.Folder.ExtraArg = Value.str();
  else if (Key == "extra-arg-before")
    Words.Folder.ExtraArgBefore = Value.str();
  else if (Error Failure =
               readFlag(Key, Value,
                        Key == "force"        ? Words.Force
                        : Key == "no-compile" ? Words.NoCompile
                        : Key == "guess"      ? Words.Guess
                                              : Words.AssumeLaunchUpdated))
    return Failure;
  RewriteOptions Unused;
  return readWords(Words, Unused);
}

/// The words of a YAML mapping, one after the other.
class ConfigReader {
public:
  ConfigReader(StringRef Path, StringRef Text)
      : Path(Path), Stream(Text, Sources) {
    Sources.setDiagHandler(
        [](const SMDiagnostic &Said, void *This) {
          auto &Self = *static_cast<ConfigReader *>(This);
          if (Self.Complaint.empty())
            Self.Complaint = Self.Path.str() + ":" +
                             std::to_string(Said.getLineNo()) + ": " +
                             Said.getMessage().str();
        },
        this);
  }

  Error read(const std::set<std::string> &Given, RewriteWords &Words) {
    for (yaml::Document &Document : Stream) {
      yaml::Node *Root = Document.getRoot();
      if (auto *Map = dyn_cast_or_null<yaml::MappingNode>(Root)) {
        for (yaml::KeyValueNode &Pair : *Map)
          if (Error Failure = readPair(Pair, Given, Words))
            return Failure;
      } else if (Root && !isa<yaml::NullNode>(Root)) {
        return at(Root, "it is no list of `key: value`");
      }
      if (!Complaint.empty())
        return createStringError(Complaint);
    }
    return Error::success();
  }

private:
  Error at(const yaml::Node *Place, const Twine &Message) {
    unsigned Line =
        Sources.getLineAndColumn(Place->getSourceRange().Start).first;
    return createStringError(Path + ":" + Twine(Line) + ": " + Message);
  }

  Error readPair(yaml::KeyValueNode &Pair, const std::set<std::string> &Given,
                 RewriteWords &Words) {
    auto *Key = dyn_cast_or_null<yaml::ScalarNode>(Pair.getKey());
    auto *Value = dyn_cast_or_null<yaml::ScalarNode>(Pair.getValue());
    if (!Complaint.empty())
      return createStringError(Complaint);
    if (!Key || !Value)
      return at(&Pair, "it is no list of `key: value`");
    SmallString<32> KeySpace, ValueSpace;
    std::string Name = Key->getValue(KeySpace).str();
    if (!Seen.insert(Name).second)
      return at(Key, "'" + Name + "' is set twice");
    // What is given elsewhere must be right here, too.
    RewriteWords Alone;
    if (Error Failure = set(Name, Value->getValue(ValueSpace),
                            Given.count(Name) ? Alone : Words)) {
      std::string Message = toString(std::move(Failure));
      StringRef Text = Message;
      Text.consume_front("--");
      return at(Key, Text);
    }
    return Error::success();
  }

  StringRef Path;
  SourceMgr Sources;
  yaml::Stream Stream;
  std::string Complaint;
  std::set<std::string> Seen;
};

} // namespace

std::string findConfig(StringRef File) {
  for (StringRef Folder = sys::path::parent_path(File); !Folder.empty();
       Folder = sys::path::parent_path(Folder)) {
    SmallString<256> Path(Folder);
    sys::path::append(Path, ".cuda-pipeline");
    // A folder of that name is a mistake, which reading it tells.
    if (sys::fs::is_regular_file(Path) || sys::fs::is_directory(Path))
      return std::string(Path);
  }
  return "";
}

Error readConfig(StringRef Path, const std::set<std::string> &Given,
                 RewriteWords &Words) {
  auto Text = MemoryBuffer::getFile(Path);
  if (!Text)
    return createStringError("cannot read '" + Path +
                             "': " + Text.getError().message());
  return ConfigReader(Path, (*Text)->getBuffer()).read(Given, Words);
}

std::string dumpConfig(const RewriteWords &Words) {
  std::string Out = "style: " + Words.Style + "\nvariant: " + Words.Variant +
                    "\nstages: " + Words.Stages + "\nwiden: " + Words.Widen +
                    "\npad: " + Words.Pad.value_or("auto") + "\n";
  if (!Words.AssumeAligned.empty())
    Out += "assume-aligned: '" + Words.AssumeAligned + "'\n";
  if (Words.AssumeNoAlias)
    Out += "assume-no-alias: " +
           (Words.AssumeNoAlias->empty() ? "true"
                                         : "'" + *Words.AssumeNoAlias + "'") +
           "\n";
  for (auto [Key, IsSet] :
       {std::pair<StringRef, bool>("assume-launch-updated",
                                   Words.AssumeLaunchUpdated),
        {"no-compile", Words.NoCompile},
        {"guess", Words.Guess}})
    if (IsSet)
      Out += (Key + ": true\n").str();
  for (auto [Key, Value] :
       {std::pair<StringRef, StringRef>("header-filter", Words.HeaderFilter),
        {"verdicts", Words.Verdicts},
        {"gpu", Words.Folder.Gpu},
        {"gpu-arch", Words.Folder.GpuArch},
        {"format-style", Words.Folder.FormatStyle},
        {"extra-arg", Words.Folder.ExtraArg},
        {"extra-arg-before", Words.Folder.ExtraArgBefore}})
    if (!Value.empty())
      Out += (Key + ": '" + Value + "'\n").str();
  return Out + (Words.Force ? "force: true\n" : "force: false\n");
}

} // namespace cudapipe
