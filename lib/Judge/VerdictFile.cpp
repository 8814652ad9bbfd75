//===- VerdictFile.cpp - Verdicts for other machines ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Judge/VerdictFile.h"
#include "cudapipe/Emit/ReplaceFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cudapipe {

static bool fromJSON(const json::Value &V, KeptVerdict &Out, json::Path P) {
  json::ObjectMapper Map(V, P);
  return Map && Map.map("file", Out.File) && Map.map("kernel", Out.Kernel) &&
         Map.map("hash", Out.Hash) && Map.map("compiler", Out.Compiler) &&
         Map.map("arch", Out.Arch) && Map.map("registers", Out.Registers) &&
         Map.mapOptional("variant", Out.Variant) &&
         Map.mapOptional("stages", Out.Stages) &&
         Map.mapOptional("rows-stay", Out.RowsStay) &&
         Map.mapOptional("left-alone", Out.WhyLeft);
}

static void print(json::OStream &J, const KeptVerdict &Verdict) {
  J.object([&] {
    J.attribute("file", json::fixUTF8(Verdict.File));
    J.attribute("kernel", json::fixUTF8(Verdict.Kernel));
    J.attribute("hash", Verdict.Hash);
    J.attribute("compiler", json::fixUTF8(Verdict.Compiler));
    J.attribute("arch", Verdict.Arch);
    J.attributeObject("registers", [&] {
      for (const auto &[Kernel, Count] : Verdict.Registers)
        J.attribute(json::fixUTF8(Kernel), Count);
    });
    if (Verdict.Variant.empty()) {
      J.attribute("left-alone", json::fixUTF8(Verdict.WhyLeft));
    } else {
      J.attribute("variant", Verdict.Variant);
      J.attribute("stages", Verdict.Stages);
      if (Verdict.RowsStay)
        J.attribute("rows-stay", true);
    }
  });
}

Expected<std::unique_ptr<VerdictFile>> VerdictFile::read(StringRef Path) {
  auto Out = std::make_unique<VerdictFile>();
  SmallString<256> Whole(Path);
  sys::fs::make_absolute(Whole);
  Out->Path = std::string(Whole);
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer) {
    if (Buffer.getError() == std::errc::no_such_file_or_directory)
      return Out;
    return createStringError(Path + ": " + Buffer.getError().message());
  }
  Expected<json::Value> Kept = json::parse((*Buffer)->getBuffer());
  if (!Kept)
    return createStringError(Path + ": " + toString(Kept.takeError()));
  const json::Object *Root = Kept->getAsObject();
  const json::Value *Verdicts = Root ? Root->get("verdicts") : nullptr;
  json::Path::Root Where("verdicts");
  if (!Verdicts || !json::fromJSON(*Verdicts, Out->All, Where))
    return createStringError(
        Path + ": " +
        (Verdicts ? toString(Where.getError()) : "it holds no verdicts"));
  return Out;
}

/// Both by whatever way their paths lead there.
std::string VerdictFile::nameOf(StringRef File) const {
  SmallString<256> Out, Folder;
  if (sys::fs::real_path(File, Out))
    Out = File;
  if (sys::fs::real_path(sys::path::parent_path(Path), Folder))
    Folder = sys::path::parent_path(Path);
  sys::path::replace_path_prefix(Out, (Folder + "/").str(), "");
  return sys::path::convert_to_slash(Out);
}

std::vector<KeptVerdict> VerdictFile::of(StringRef File, StringRef Arch) const {
  const std::string Name = nameOf(File);
  std::lock_guard<std::mutex> Lock(Mutex);
  std::vector<KeptVerdict> Out;
  copy_if(All, std::back_inserter(Out), [&](const KeptVerdict &V) {
    return V.File == Name && V.Arch == Arch;
  });
  return Out;
}

void VerdictFile::put(StringRef File, StringRef Arch,
                      std::vector<KeptVerdict> Verdicts) {
  const std::string Name = nameOf(File);
  for (KeptVerdict &V : Verdicts)
    V.File = Name;
  std::lock_guard<std::mutex> Lock(Mutex);
  erase_if(All, [&](const KeptVerdict &V) {
    return V.File == Name && V.Arch == Arch;
  });
  append_range(All, std::move(Verdicts));
  Put.insert({Name, Arch.str()});
}

Error VerdictFile::write() {
  std::lock_guard<std::mutex> Lock(Mutex);
  if (Put.empty())
    return Error::success();
  // Another run may have written there.
  Expected<std::unique_ptr<VerdictFile>> Now = read(Path);
  if (!Now)
    return Now.takeError();
  auto IsOurs = [&](const KeptVerdict &V) {
    return Put.count({V.File, V.Arch}) > 0;
  };
  std::vector<KeptVerdict> New = std::move((*Now)->All);
  erase_if(New, IsOurs);
  copy_if(All, std::back_inserter(New), IsOurs);
  stable_sort(New, [](const KeptVerdict &A, const KeptVerdict &B) {
    return std::tie(A.File, A.Arch) < std::tie(B.File, B.Arch);
  });
  std::string Text;
  raw_string_ostream Out(Text);
  json::OStream J(Out, /*IndentSize=*/1);
  J.object([&] {
    J.attribute("version", 1);
    J.attributeArray("verdicts", [&] {
      for (const KeptVerdict &Verdict : New)
        print(J, Verdict);
    });
  });
  Out << '\n';
  if (!sys::fs::exists(Path)) {
    std::error_code Failure;
    raw_fd_ostream Empty(Path, Failure);
    if (Failure)
      return createStringError(Path + ": " + Failure.message());
  }
  return replaceFile(Path, Text);
}

} // namespace cudapipe
