//===- Progress.h - How far a run has come ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOL_PROGRESS_H
#define CUDAPIPE_TOOL_PROGRESS_H

#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <mutex>

namespace cudapipe {

/// "[120/1480]" on stderr while many files are worked on, after the first
/// second and ten times a second; gone when it ends.
class Progress {
public:
  Progress(bool IsShown, size_t Files) : IsShown(IsShown), Files(Files) {}
  ~Progress() {
    if (HasPrinted)
      llvm::errs() << "\r\033[K";
  }

  /// One file is done. Safe in several threads.
  void step() {
    std::lock_guard<std::mutex> Lock(Mutex);
    ++Done;
    Clock::time_point Now = Clock::now();
    if (!IsShown || Files < 2 || Now < Next)
      return;
    Next = Now + std::chrono::milliseconds(100);
    HasPrinted = true;
    llvm::errs() << "\r[" << Done << '/' << Files << "]\033[K";
  }

private:
  using Clock = std::chrono::steady_clock;
  const bool IsShown;
  const size_t Files;
  std::mutex Mutex;
  size_t Done = 0;
  bool HasPrinted = false;
  Clock::time_point Next = Clock::now() + std::chrono::seconds(1);
};

} // namespace cudapipe

#endif // CUDAPIPE_TOOL_PROGRESS_H
