//===- Values.h - Numbers that stand for what is computed -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a variable holds when the text is played is seldom known: `k` is, `K` is
// not. So each unknown value is a random number of 64 bits, and arithmetic goes
// on with these: `k + BK` and the `k_next` that was set to it are the same
// number, and two sums that differ are, but for chance, not.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_READBACK_VALUES_H
#define CUDAPIPE_LIB_READBACK_VALUES_H

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace cudapipe {

inline uint64_t mix(uint64_t A, uint64_t B) {
  uint64_t X = A * 0x9E3779B97F4A7C15 + (B ^ (B >> 31)) * 0xD6E8FEB86659FD93 +
               0xA0761D6478BD642F;
  X = (X ^ (X >> 30)) * 0xBF58476D1CE4E5B9;
  X = (X ^ (X >> 27)) * 0x94D049BB133111EB;
  return X ^ (X >> 31);
}
template <typename... Ts> uint64_t mix(uint64_t A, uint64_t B, Ts... More) {
  return mix(mix(A, B), uint64_t(More)...);
}
inline uint64_t token(const void *P) {
  return mix(0x5EED, reinterpret_cast<uintptr_t>(P));
}

/// A buffer of a tile that a pointer leads to.
struct BufferPlace {
  unsigned Tile;
  int Buffer;
  bool operator==(const BufferPlace &Other) const = default;
};
using BufferPlaces = llvm::SmallVector<BufferPlace, 1>;

struct Value {
  /// The number that stands for it; itself where it is known.
  uint64_t Print = 0;
  std::optional<int64_t> Known = std::nullopt;
  /// A comparison or the like: true or false.
  bool IsTest = false;
  /// More than zero, whatever it is: a size of the grid or of a block.
  bool IsPositive = false;
  /// A test that holds only if this tile exists; -1: none.
  int Tile = -1;
  /// The latest Event::Fetch that it hangs on; -1: none.
  int Fetch = -1;
  /// All FetchSites that it hangs on.
  uint64_t Sites = 0;
  /// A pointer into this variable.
  const clang::VarDecl *Root = nullptr;
  BufferPlaces Places = {};

  static Value known(int64_t N) { return {uint64_t(N), N}; }
  /// As arithmetic of 64 bits goes on with it.
  static Value known(const llvm::APSInt &N) {
    return known(N.extOrTrunc(64).getSExtValue());
  }
  /// What hangs on this and \p Other, but points nowhere.
  void hangOn(const Value &Other) {
    Fetch = std::max(Fetch, Other.Fetch);
    Sites |= Other.Sites;
  }
  void pointLike(const Value &Other) {
    hangOn(Other);
    if (!Root)
      Root = Other.Root;
    for (const BufferPlace &Place : Other.Places)
      if (!llvm::is_contained(Places, Place))
        Places.push_back(Place);
  }
};

/// What an lvalue names.
struct Object {
  uint64_t Address = 0;
  /// The variable it is or is part of; null: behind a pointer.
  const clang::VarDecl *Root = nullptr;
  bool IsWhole = false;
  BufferPlaces Places = {};
  /// The index, where it is one element of all of Root.
  std::optional<int64_t> Index = std::nullopt;

  /// A variable that leads to Places: to set it stores nothing there. A tile
  /// may be one number in shared memory.
  bool isOfThread() const {
    return Root && IsWhole && !Root->hasAttr<clang::CUDASharedAttr>();
  }
};

/// The reads of global memory in the load of a tile ahead, each one bit; and
/// which of them something came of: their values are stored, computed with or
/// tell where or whether something is. With more than 64, the rest is not
/// followed.
class FetchSites {
public:
  uint64_t add(const clang::Expr *At) {
    auto [It, IsNew] = Bits.try_emplace(At, 0);
    if (IsNew && Sites.size() < 64) {
      It->second = uint64_t(1) << Sites.size();
      Sites.push_back(At);
    }
    return It->second;
  }
  /// What \p At was added as, if it was.
  uint64_t find(const clang::Expr *At) const { return Bits.lookup(At); }
  void use(const Value &V) { Used |= V.Sites; }
  /// One that nothing came of, or null.
  const clang::Expr *unused() const {
    for (unsigned I = 0; I < Sites.size(); ++I)
      if (!(Used >> I & 1))
        return Sites[I];
    return nullptr;
  }

private:
  llvm::DenseMap<const clang::Expr *, uint64_t> Bits;
  llvm::SmallVector<const clang::Expr *, 8> Sites;
  uint64_t Used = 0;
};

/// What memory holds, and how it was before.
class Memory {
public:
  const Value *find(uint64_t Address) const {
    auto It = Cells.find(Address);
    return It == Cells.end() ? nullptr : &It->second.V;
  }
  /// When \p Address was set, to compare with another; 0: never.
  uint64_t timeOf(uint64_t Address) const {
    auto It = Cells.find(Address);
    return It == Cells.end() ? 0 : It->second.Time;
  }
  void set(uint64_t Address, const Value &V, bool KeepTime = false) {
    auto [It, IsNew] = Cells.try_emplace(Address);
    Log.push_back({Address, IsNew ? std::nullopt : std::optional(It->second)});
    It->second.V = V;
    if (IsNew || !KeepTime)
      It->second.Time = ++Now;
  }
  size_t mark() const { return Log.size(); }
  /// What was set since \p Mark, and what it is now.
  llvm::SmallVector<std::pair<uint64_t, Value>, 8> changes(size_t Mark) const {
    llvm::SmallVector<std::pair<uint64_t, Value>, 8> Out;
    llvm::DenseMap<uint64_t, bool> Seen;
    for (size_t I = Mark; I < Log.size(); ++I)
      if (!std::exchange(Seen[Log[I].first], true))
        Out.push_back({Log[I].first, Cells.find(Log[I].first)->second.V});
    return Out;
  }
  void undo(size_t Mark) {
    while (Log.size() > Mark) {
      auto &[Address, Old] = Log.back();
      if (Old)
        Cells[Address] = *Old;
      else
        Cells.erase(Address);
      Log.pop_back();
    }
  }

private:
  struct Cell {
    Value V;
    uint64_t Time = 0;
  };
  llvm::DenseMap<uint64_t, Cell> Cells;
  std::vector<std::pair<uint64_t, std::optional<Cell>>> Log;
  uint64_t Now = 0;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_READBACK_VALUES_H
