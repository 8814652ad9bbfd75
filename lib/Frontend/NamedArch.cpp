//===- NamedArch.cpp - Architectures that nvcc names by a word ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NamedArch.h"
#include "cudapipe/Resources/Gpu.h"
#include "llvm/ADT/StringExtras.h"
#include <tuple>

using namespace llvm;

namespace cudapipe {
namespace {

/// What `nvcc --list-gpu-arch` of a release ends with.
struct Release {
  unsigned Major, Minor;
  StringLiteral Newest, NewestMajor;
};

constexpr Release Releases[] = {
    {12, 9, "sm_121", "sm_120"}, {12, 8, "sm_120", "sm_120"},
    {11, 8, "sm_90", "sm_90"},   {11, 4, "sm_87", "sm_80"},
    {11, 1, "sm_86", "sm_80"},   {11, 0, "sm_80", "sm_80"},
    {0, 0, "sm_75", "sm_70"},
};

/// The newest of lines such as 9.0, as nvidia-smi has them.
std::string newestOf(StringRef Lines) {
  unsigned Newest = 0;
  for (StringRef Line : split(Lines, '\n')) {
    unsigned Major = 0, Minor = 0;
    auto [Before, After] = Line.trim().split('.');
    if (!Before.getAsInteger(10, Major) && !After.getAsInteger(10, Minor))
      Newest = std::max(Newest, Major * 10 + Minor);
  }
  return Newest ? "sm_" + std::to_string(Newest) : "";
}

} // namespace

std::string resolveArch(StringRef Name,
                        const std::optional<CudaToolkit> &Toolkit) {
  if (Name == "native") {
    static const std::string Native = newestOf(askDriver("compute_cap"));
    return Native;
  }
  if (Name != "all" && Name != "all-major")
    return Name.str();
  for (const Release &R : Releases)
    if (!Toolkit || Toolkit->Major == 0 ||
        std::tie(R.Major, R.Minor) <= std::tie(Toolkit->Major, Toolkit->Minor))
      return (Name == "all" ? R.Newest : R.NewestMajor).str();
  return "";
}

} // namespace cudapipe
