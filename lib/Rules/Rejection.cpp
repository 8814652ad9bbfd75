//===- Rejection.cpp - Why a loop is left alone ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Rules/Rejection.h"
#include <cassert>
#include <iterator>

namespace cudapipe {
namespace {

struct Row {
  llvm::StringRef Id, Message;
};

constexpr Row Rows[] = {
#define REJECTION(Kind, Id, Message) {Id, Message},
#include "cudapipe/Rules/Rejections.def"
};

const Row &row(RejectionKind Kind) {
  auto Index = static_cast<size_t>(Kind);
  assert(Index < std::size(Rows) && "not a row of Rejections.def");
  return Rows[Index];
}

} // namespace

llvm::StringRef rejectionId(RejectionKind Kind) { return row(Kind).Id; }

llvm::StringRef rejectionMessage(RejectionKind Kind) {
  return row(Kind).Message;
}

bool leavesLoads(const Rejection &Why) {
  switch (Why.Kind) {
  case RejectionKind::AlreadyPipelined:
  case RejectionKind::BarrierNotUniform:
  case RejectionKind::CopyCountUnknown:
  case RejectionKind::LoadDependsOnCompute:
  case RejectionKind::LoadValueUsedInCompute:
  case RejectionKind::PreviousTile:
  case RejectionKind::SharedWriteInCompute:
  case RejectionKind::StatePassedAround:
    return !Why.Other.isValid();
  default:
    return false;
  }
}

} // namespace cudapipe
