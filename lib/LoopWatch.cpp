//===- LoopWatch.cpp - How long each loop takes ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/LoopWatch.h"
#include <algorithm>
#include <ctime>

namespace cudapipe {

/// Of several slow loops each gets its turn to be blamed.
static constexpr double GoodPart = 0.25;

static double secondsOfThread() {
  timespec Time = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Time);
  return Time.tv_sec + Time.tv_nsec * 1e-9;
}

LoopWatch::Scope::Scope(LoopWatch *Watch, unsigned Loop)
    : Watch(Watch), Loop(Loop), Start(secondsOfThread()) {
  if (!Watch)
    return;
  std::lock_guard<std::mutex> Locked(Watch->Lock);
  Watch->Spent[Loop];
  if (!Watch->ReadIn)
    Watch->ReadIn = Start;
  Watch->Current = {Loop, Start};
}

LoopWatch::Scope::~Scope() {
  if (!Watch)
    return;
  std::lock_guard<std::mutex> Locked(Watch->Lock);
  Watch->Spent[Loop] += secondsOfThread() - Start;
  Watch->Current.reset();
}

void LoopWatch::startRound() {
  const double Now = secondsOfThread();
  std::lock_guard<std::mutex> Locked(Lock);
  Spent.clear();
  RoundStart = Now;
}

std::optional<double> LoopWatch::roundStart() const {
  std::lock_guard<std::mutex> Locked(Lock);
  return ReadIn ? std::optional(std::max(*ReadIn, RoundStart)) : std::nullopt;
}

std::optional<double> LoopWatch::readIn() const {
  std::lock_guard<std::mutex> Locked(Lock);
  return ReadIn;
}

std::optional<unsigned> LoopWatch::slowest(double Now) const {
  std::lock_guard<std::mutex> Locked(Lock);
  std::map<unsigned, double> All = Spent;
  if (Current)
    All[Current->first] += Now - Current->second;
  auto Most = std::max_element(
      All.begin(), All.end(),
      [](const auto &A, const auto &B) { return A.second < B.second; });
  if (Most == All.end() || Most->second < GoodPart * Seconds)
    return std::nullopt;
  return Most->first;
}

} // namespace cudapipe
