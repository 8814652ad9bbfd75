//===- MemoryLayout.h - Where the variables of a kernel lie -----------*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An address says in its top byte what memory it is of:
//
//   0x01 ........ ........   shared: an offset, which is what `ld.shared` takes
//   0x02 ........ ........   local to a thread: an offset in its stack
//   0x03 rrrr mm  ........   global: a region, one for each pointer that the
//                            kernel is given, in whose middle the pointer is
//
// Between shared variables nothing lies: what runs over one is seen.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_CHECK_MEMORYLAYOUT_H
#define CUDAPIPE_LIB_CHECK_MEMORYLAYOUT_H

#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cudapipe::check {

constexpr uint64_t SharedTag = 1ull << 56, LocalTag = 2ull << 56,
                   GlobalTag = 3ull << 56, TagMask = 0xffull << 56;
constexpr unsigned RegionShift = 40;
constexpr uint64_t RegionMiddle = 1ull << 38,
                   RegionOffset = (1ull << RegionShift) - 1;

/// Where threadIdx and its like lie in the local memory of each thread, and
/// what comes behind them.
enum BuiltinPlace : uint32_t {
  ThreadIdxAt = 16,
  BlockIdxAt = 32,
  BlockDimAt = 48,
  GridDimAt = 64,
  WarpSizeAt = 80,
  StackStart = 96
};

/// A variable of the block.
struct SharedVariable {
  std::string Name;
  /// `extern __shared__`: its end is the launch's.
  bool IsDynamic = false;
  uint32_t Begin = 0, End = 0;
};

/// Global memory behind one pointer.
struct Region {
  enum ContentTy {
    Floats,
    Halves,
    Integers,
    Given ///< Bytes, then zeros.
  } Content = Floats;
  unsigned ElementBytes = 4;
  std::vector<uint8_t> Bytes;
  std::string Name;
};

/// The address of the middle of \p Region.
inline uint64_t regionAddress(size_t Region) {
  return GlobalTag | uint64_t(Region) << RegionShift | RegionMiddle;
}

/// Places for all variables of a module.
class Layout {
public:
  explicit Layout(const llvm::Module &Module);

  uint64_t addressOf(const llvm::GlobalVariable &Global) const {
    return Addresses.at(&Global);
  }
  /// What \p Constant, an address or a number, is; none if it is more than
  /// arithmetic.
  std::optional<uint64_t> valueOf(const llvm::Constant &Constant) const;
  /// Writes \p Constant as memory holds it. False if it cannot be told.
  bool write(const llvm::Constant &Constant, uint8_t *To) const;
  /// Bytes of \p Type in memory and in a frame; a bit takes one.
  unsigned sizeOf(llvm::Type *Type) const;

  const llvm::DataLayout &data() const { return Data; }
  const std::vector<SharedVariable> &shared() const { return Shared; }
  /// Where dynamic shared memory begins, behind all that is static.
  uint32_t dynamicBegin() const { return DynamicBegin; }
  bool hasDynamic() const { return HasDynamic; }
  const std::vector<Region> &regions() const { return Regions; }

private:
  void placeShared(const llvm::Module &Module);
  void placeGlobal(const llvm::GlobalVariable &Global);

  const llvm::DataLayout &Data;
  std::map<const llvm::GlobalVariable *, uint64_t> Addresses;
  std::vector<SharedVariable> Shared;
  std::vector<Region> Regions;
  uint32_t DynamicBegin = 0;
  bool HasDynamic = false;
};

/// How memory that holds elements of \p Type is filled.
void describeContent(const llvm::Type *Type, Region &Out);

/// `__constant__` memory that nothing in the text fills: the host does, before
/// the launch.
bool isFilledByHost(const llvm::GlobalVariable &Global);

/// The name in the source of \p Global.
std::string sourceName(const llvm::GlobalVariable &Global);

} // namespace cudapipe::check

#endif // CUDAPIPE_LIB_CHECK_MEMORYLAYOUT_H
