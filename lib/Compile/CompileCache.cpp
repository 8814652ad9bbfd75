//===- CompileCache.cpp - What was compiled before ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCache.h"
#include "cudapipe/Frontend/CacheFolder.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cudapipe {

static std::string &folder() {
  static std::string Mine;
  return Mine;
}

static std::string &identity() {
  static std::string Mine;
  return Mine;
}

void keepCompiled(StringRef Folder, StringRef Identity) {
  folder() = Folder.str();
  identity() = Identity.str();
}

/// What is read of machine code: another number where it is read otherwise, as
/// a clang-tidy module knows no better identity than its name.
static constexpr llvm::StringLiteral Reader = "machine code 2 ";

/// 64 hexadecimal digits.
static std::string hashOf(StringRef Key) {
  return toHex(SHA256::hash(arrayRefFromStringRef(Reader.str() + identity() +
                                                  Key.str())),
               /*LowerCase=*/true);
}

static std::string fileOf(StringRef Hash) {
  SmallString<256> Out(folder());
  sys::path::append(Out, Hash.take_front(16) + CompiledExtension);
  return std::string(Out);
}

/// Size and time; "" where there is no such file.
static std::string stampOf(StringRef Path) {
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status))
    return "";
  return std::to_string(Status.getSize()) + " " +
         std::to_string(
             Status.getLastModificationTime().time_since_epoch().count());
}

std::vector<std::string> filesOfRule(StringRef Rule) {
  std::vector<std::string> Out;
  std::string Word;
  StringRef Rest = Rule.split(':').second;
  for (size_t I = 0; I <= Rest.size(); ++I) {
    const char C = I < Rest.size() ? Rest[I] : ' ';
    if (C == '\\' && I + 1 < Rest.size() && Rest[I + 1] == ' ') {
      Word += ' ';
      ++I;
    } else if (C == '\\' && I + 1 < Rest.size() && isSpace(Rest[I + 1])) {
      continue;
    } else if (!isSpace(C)) {
      Word += C;
    } else if (!Word.empty()) {
      Out.push_back(std::move(Word));
      Word.clear();
    }
  }
  return Out;
}

static json::Value printed(const CompiledKernel &K) {
  json::Object Out{{"name", K.MangledName},
                   {"registers", int64_t(K.Registers)},
                   {"barriers", int64_t(K.Barriers)},
                   {"local", int64_t(K.LocalBytes)},
                   {"spill-stores", int64_t(K.SpillStoreBytes)},
                   {"spill-loads", int64_t(K.SpillLoadBytes)},
                   {"shared", int64_t(K.StaticSharedBytes)},
                   {"code", int64_t(K.CodeBytes)}};
  if (K.Loop)
    Out["loop"] = json::Object{{"unrolled", K.Loop->IsUnrolled},
                               {"bytes", int64_t(K.Loop->Bytes)},
                               {"math", int64_t(K.Loop->Math)},
                               {"barriers", int64_t(K.Loop->Barriers)},
                               {"reads", int64_t(K.Loop->SharedLoads)},
                               {"async", int64_t(K.Loop->AsyncCopies)},
                               {"copies", int64_t(K.Loop->RegisterCopies)},
                               {"ahead", K.Loop->MathAhead}};
  return Out;
}

static bool fromJSON(const json::Value &V, MachineLoop &Out, json::Path P) {
  json::ObjectMapper Map(V, P);
  return Map && Map.map("unrolled", Out.IsUnrolled) &&
         Map.map("bytes", Out.Bytes) && Map.map("math", Out.Math) &&
         Map.map("barriers", Out.Barriers) &&
         Map.map("reads", Out.SharedLoads) &&
         Map.map("async", Out.AsyncCopies) &&
         Map.map("copies", Out.RegisterCopies) &&
         Map.map("ahead", Out.MathAhead);
}

static bool fromJSON(const json::Value &V, CompiledKernel &Out, json::Path P) {
  json::ObjectMapper Map(V, P);
  return Map && Map.map("name", Out.MangledName) &&
         Map.map("registers", Out.Registers) &&
         Map.map("barriers", Out.Barriers) &&
         Map.map("local", Out.LocalBytes) &&
         Map.map("spill-stores", Out.SpillStoreBytes) &&
         Map.map("spill-loads", Out.SpillLoadBytes) &&
         Map.map("shared", Out.StaticSharedBytes) &&
         Map.map("code", Out.CodeBytes) && Map.mapOptional("loop", Out.Loop);
}

std::optional<std::vector<CompiledKernel>> findCompiled(StringRef Key) {
  if (folder().empty())
    return std::nullopt;
  const std::string Hash = hashOf(Key), File = fileOf(Hash);
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return std::nullopt;
  Expected<json::Value> Kept = json::parse((*Buffer)->getBuffer());
  if (!Kept) {
    consumeError(Kept.takeError());
    return std::nullopt;
  }
  const json::Object *All = Kept->getAsObject();
  if (!All || All->getString("key") != StringRef(Hash))
    return std::nullopt;
  const json::Object *Files = All->getObject("files");
  const json::Value *Kernels = All->get("kernels");
  if (!Files || !Kernels)
    return std::nullopt;
  for (const auto &[Path, Stamp] : *Files)
    if (Stamp.getAsString() != StringRef(stampOf(Path)))
      return std::nullopt;
  std::vector<CompiledKernel> Out;
  json::Path::Root Root;
  if (!json::fromJSON(*Kernels, Out, Root))
    return std::nullopt;
  touchCached(File);
  return Out;
}

void keepCompiled(StringRef Key, ArrayRef<CompiledKernel> Kernels,
                  StringRef Rule, StringRef Scratch) {
  if (folder().empty())
    return;
  const std::string Hash = hashOf(Key);
  json::Object Files;
  for (const std::string &Path : filesOfRule(Rule)) {
    if (!json::isUTF8(Path)) // JSON has no name for it.
      return;
    if (!StringRef(Path).starts_with(Scratch))
      Files[Path] = stampOf(Path);
  }
  json::Array All;
  for (const CompiledKernel &K : Kernels)
    All.push_back(printed(K));
  std::string Text;
  raw_string_ostream(Text) << json::Value(json::Object{
      {"key", Hash}, {"files", std::move(Files)}, {"kernels", std::move(All)}});
  writeCached(fileOf(Hash), Text);
}

} // namespace cudapipe
