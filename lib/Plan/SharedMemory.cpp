//===- SharedMemory.cpp - How much a block may have -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Plan/SharedMemory.h"
#include "clang/AST/Attr.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace cudapipe {
namespace {

struct Row {
  unsigned SmVersion, BlockKB, MultiprocessorKB;
};

// From the newest; a version that is not listed is like the next older one.
constexpr Row Table[] = {
    {120, 99, 100}, {110, 227, 228}, {100, 227, 228}, {90, 227, 228},
    {89, 99, 100},  {87, 163, 164},  {86, 99, 100},   {80, 163, 164},
    {75, 64, 64},   {70, 96, 96},    {0, 48, 64},
};

const Row &rowOf(unsigned SmVersion) {
  for (const Row &R : Table)
    if (SmVersion >= R.SmVersion)
      return R;
  return Table[0];
}

} // namespace

uint64_t maxSharedBytesPerBlock(unsigned SmVersion) {
  return uint64_t(rowOf(SmVersion).BlockKB) * 1024;
}

uint64_t sharedBytesPerMultiprocessor(unsigned SmVersion) {
  return uint64_t(rowOf(SmVersion).MultiprocessorKB) * 1024;
}

uint64_t reservedSharedBytesPerBlock(unsigned SmVersion) {
  return SmVersion >= 80 ? 1024 : 0;
}

uint64_t minBlocksOf(const FunctionDecl &Kernel, const ASTContext &Ctx) {
  const auto *Bounds = Kernel.getAttr<CUDALaunchBoundsAttr>();
  const Expr *Blocks = Bounds ? Bounds->getMinBlocks() : nullptr;
  Expr::EvalResult Value;
  if (!Blocks || Blocks->isValueDependent() ||
      !Blocks->EvaluateAsInt(Value, Ctx))
    return 1;
  return std::max<int64_t>(1, Value.Val.getInt().getExtValue());
}

std::string whyNotResident(uint64_t Bytes, uint64_t Blocks,
                           unsigned SmVersion) {
  uint64_t Needed = Blocks * (Bytes + reservedSharedBytesPerBlock(SmVersion));
  uint64_t All = sharedBytesPerMultiprocessor(SmVersion);
  if (Blocks <= 1 || Needed <= All)
    return "";
  return llvm::formatv("__launch_bounds__ asks for {0} blocks a "
                       "multiprocessor, which would take {1} bytes, sm_{2} "
                       "has {3}",
                       Blocks, Needed, SmVersion, All);
}

} // namespace cudapipe
