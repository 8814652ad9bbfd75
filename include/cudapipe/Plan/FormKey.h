//===- cudapipe/Plan/FormKey.h - What a loop was made -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_PLAN_FORMKEY_H
#define CUDAPIPE_PLAN_FORMKEY_H

#include "cudapipe/Transport/Transport.h"

namespace cudapipe {

/// What became of a loop, or of one instantiation of it, less bytes: equal for
/// two texts of it that are pipelined the same way.
struct FormKey {
  const Transport *Variant = nullptr;
  unsigned Stages = 1;
  /// Some copies of an asynchronous variant go through registers.
  bool HasRegisters = false;
  bool HasWideCopies = false;
  bool LoadsOnly = false;
  /// The launches ask for as many times their dynamic shared memory.
  bool ScalesLaunch = false;
  /// Tiles move to dynamic shared memory.
  bool IsDynamic = false;
  /// Rows that earlier rounds made longer are not what they were planned to be.
  bool RowsLost = false;

  bool operator==(const FormKey &) const = default;
};

} // namespace cudapipe

#endif // CUDAPIPE_PLAN_FORMKEY_H
