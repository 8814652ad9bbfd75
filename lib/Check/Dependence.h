//===- Dependence.h - What an access rests on -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   tile[perm[i]] = x;      its address rests on what 'perm' points to
//   if (row < n)            whether it happens rests on the parameter 'n'
//     tile[row] = x;
//
// Numbers that were made up to play a kernel are not those that it will get.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_CHECK_DEPENDENCE_H
#define CUDAPIPE_LIB_CHECK_DEPENDENCE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include <memory>
#include <string>

namespace llvm {
class PostDominatorTree;
} // namespace llvm

namespace cudapipe::check {

/// What a value is made of.
struct Roots {
  /// Numbers that the kernel is given.
  llvm::SetVector<const llvm::Argument *> Numbers;
  /// Loads of memory that the host fills.
  llvm::SetVector<const llvm::Instruction *> Data;
  /// All values on the way.
  llvm::SetVector<const llvm::Value *> All;
};

class Dependence {
public:
  explicit Dependence(const llvm::Function &F);
  ~Dependence();

  /// What the address of \p Access is made of.
  Roots ofAddress(const llvm::Instruction &Access) const;
  /// What the branches decide by that lead to \p At.
  Roots ofControl(const llvm::Instruction &At) const;
  /// \p Access is inside the memory that is there, or aligned, only if
  /// parameters are as the host means them; \p OfSource: of a copy, what it
  /// reads.
  bool restsOnNumbers(const llvm::Instruction &Access, bool OfSource) const;
  /// What \p Access reads is written by as many threads of a block as a number
  /// says, wherever the block lies in the grid: `if (t < n) tile[t] = ...`.
  bool isFilledInPart(const llvm::Instruction &Access) const;
  /// The branches on which any of \p All depends, and on which those depend.
  llvm::SetVector<const llvm::Instruction *>
  decidersOf(llvm::ArrayRef<const llvm::Instruction *> All) const;
  /// What a branch that \p Branch is decides by.
  Roots ofCondition(const llvm::Instruction &Branch) const;
  /// \p Of is not the same for all threads of a block.
  static bool restsOnThread(const Roots &Of);
  /// Names of pointers whose content decides the address of \p Access.
  std::vector<std::string> dataOf(const Roots &Of) const;
  /// Numbers that decide how often \p Headers' loops turn; \p AlsoLoads: memory
  /// does, too; \p AlsoPlace: the place of the block in the grid does.
  llvm::SetVector<const llvm::Argument *>
  tripNumbers(llvm::ArrayRef<const llvm::BasicBlock *> Headers, bool &AlsoLoads,
              bool &AlsoPlace) const;

private:
  void follow(const llvm::Value &Value, Roots &Out) const;
  llvm::SetVector<const llvm::Value *>
  conditionsOf(const llvm::Instruction &At) const;

  const llvm::Function &F;
  const std::unique_ptr<llvm::PostDominatorTree> After;
};

/// The address that \p Access uses; null: none.
const llvm::Value *addressOf(const llvm::Instruction &Access);

/// The parameter or variable that \p Address is an address in; null: unknown.
const llvm::Value *baseOf(const llvm::Value &Address);

} // namespace cudapipe::check

#endif // CUDAPIPE_LIB_CHECK_DEPENDENCE_H
