//===- NeededArch.cpp - The architecture that a text is written for -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NeededArch.h"
#include "cudapipe/Frontend/MayHoldKLoop.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cassert>

using namespace llvm;

namespace cudapipe {
namespace {

/// What only newer architectures have, the newest first. Source: PTX ISA 9.0
/// ("Target ISA Notes" of each instruction), libcu++ of CUDA 13.0.
constexpr NeededArch Names[] = {
    {"sm_100a", "tcgen05"},         {"sm_90a", "wgmma"},
    {"sm_90a", "setmaxnreg"},       {"sm_90", "cp.async.bulk"},
    {"sm_90", "cp_async_bulk"},     {"sm_90", "mbarrier.try_wait"},
    {"sm_90", "mbarrier_try_wait"}, {"sm_90", "barrier_arrive_tx"},
    {"sm_90", "barrier_expect_tx"}, {"sm_90", "fence.proxy.async"},
    {"sm_90", "fence_proxy_async"}, {"sm_90", "CUtensorMap"},
    {"sm_90", "__cluster_dims__"},  {"sm_90", "this_cluster"},
};

/// More text than this is not read in search of a name.
constexpr size_t MostBytes = 4 << 20;

const NeededArch *newestIn(StringRef Code) {
  for (const NeededArch &Named : Names)
    if (Code.contains(Named.Word))
      return &Named;
  return nullptr;
}

/// The headers that \p Code includes in quotes, as found from \p Folder or in
/// \p Folders.
void addHeaders(StringRef Code, StringRef Folder, ArrayRef<std::string> Folders,
                SmallVectorImpl<std::string> &Out) {
  while (!Code.empty()) {
    auto [Line, Rest] = Code.split('\n');
    Code = Rest;
    Line = Line.trim();
    if (!Line.consume_front("#") || !Line.ltrim().starts_with("include"))
      continue;
    const StringRef Name = Line.split('"').second.split('"').first;
    if (Name.empty())
      continue;
    auto AddFrom = [&](StringRef From) {
      SmallString<256> Path(From);
      sys::path::append(Path, Name);
      if (!sys::fs::is_regular_file(Path))
        return false;
      sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
      Out.push_back(std::string(Path));
      return true;
    };
    if (!AddFrom(Folder))
      any_of(Folders, AddFrom);
  }
}

} // namespace

std::optional<NeededArch> neededArch(StringRef File,
                                     std::optional<StringRef> Text,
                                     ArrayRef<std::string> Folders) {
  const NeededArch *Newest = nullptr;
  StringSet<> Seen;
  size_t Bytes = 0;
  SmallVector<std::string> Open = {File.str()};
  while (!Open.empty() && Bytes < MostBytes) {
    const std::string Path = Open.pop_back_val();
    if (!Seen.insert(Path).second)
      continue;
    std::unique_ptr<MemoryBuffer> Read;
    if (Path == File && Text)
      Read = MemoryBuffer::getMemBuffer(*Text, Path, false);
    else if (auto Opened = MemoryBuffer::getFile(Path))
      Read = std::move(*Opened);
    else
      continue;
    Bytes += Read->getBufferSize();
    const std::string Code = withoutComments(Read->getBuffer());
    if (const NeededArch *Named = newestIn(Code);
        Named && (!Newest || Named < Newest))
      Newest = Named;
    addHeaders(Code, sys::path::parent_path(Path), Folders, Open);
  }
  return Newest ? std::optional(*Newest) : std::nullopt;
}

} // namespace cudapipe
