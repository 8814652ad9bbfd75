//===- Report.h - One line per finding --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   cudapipe-executor: race: thread (3,0,0) of block (0,0,0) reads As+12,
//   written by thread (1,0,0) with no barrier in between [k.cu:41, k.cu:35]
//
// (on one line).  A finding is told once per kind and place.  The program ends
// with exit code 3 after MaxReports of them, or at the end of the launch.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_REPORT_H
#define CUDAPIPE_EXECUTOR_REPORT_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <unistd.h>

namespace cudapipe::executor {

class Reporter {
public:
  static constexpr int ExitCode = 3;
  static constexpr unsigned MaxReports = 4;

  /// \p Places are code addresses: of this access, and of an earlier one.
  void report(const std::string &Kind, const std::string &Text,
              std::initializer_list<uintptr_t> Places);
  void reportAndExit(const std::string &Kind, const std::string &Text,
                     std::initializer_list<uintptr_t> Places = {}) {
    report(Kind, Text, Places);
    finish();
  }
  /// Ends the program if anything was reported.
  void exitIfReported() {
    if (Count)
      finish();
  }
  [[noreturn]] static void finish() {
    std::fflush(stdout);
    std::fflush(stderr);
    _exit(ExitCode);
  }

private:
  /// "kernel.cu:41" for a return address, or "" when unknown.
  static std::string lineOf(uintptr_t ReturnAddress);

  std::set<std::string> Told;
  unsigned Count = 0;
};

inline std::string Reporter::lineOf(uintptr_t ReturnAddress) {
  const char *Symbolizer = std::getenv("CUDAPIPE_SYMBOLIZER");
  if (!Symbolizer || !ReturnAddress)
    return "";
  char Command[512];
  std::snprintf(Command, sizeof(Command),
                "%s --obj=/proc/%d/exe --functions=none --inlines 0x%zx "
                "2>/dev/null",
                Symbolizer, getpid(), ReturnAddress - 1);
  FILE *Pipe = popen(Command, "r");
  if (!Pipe)
    return "";
  // Inline frames come innermost first; the user's is the first one that is
  // not the executor's own.
  std::string Result;
  char Line[1024];
  while (std::fgets(Line, sizeof(Line), Pipe)) {
    std::string Frame(Line);
    Frame.erase(Frame.find_last_not_of("\n") + 1);
    if (Frame.empty() || !Result.empty() || Frame[0] == '?' ||
        Frame.find("/include/cudapipe/") != std::string::npos)
      continue;
    Frame = Frame.substr(Frame.rfind('/') + 1);
    Result = Frame.substr(0, Frame.rfind(':')); // Drop the column.
  }
  pclose(Pipe);
  return Result;
}

inline void Reporter::report(const std::string &Kind, const std::string &Text,
                             std::initializer_list<uintptr_t> Places) {
  uintptr_t Place = Places.size() ? *Places.begin() : 0;
  if (!Told.insert(Kind + std::to_string(Place)).second)
    return;
  std::string Lines;
  for (uintptr_t Place : Places)
    if (std::string Line = lineOf(Place); !Line.empty())
      Lines += (Lines.empty() ? "" : ", ") + Line;
  // One line of source may be several places in the code.
  if (!Lines.empty() && !Told.insert(Kind + Lines).second)
    return;
  std::fflush(stdout);
  std::fprintf(stderr, "cudapipe-executor: %s: %s%s\n", Kind.c_str(),
               Text.c_str(), Lines.empty() ? "" : (" [" + Lines + "]").c_str());
  if (++Count >= MaxReports)
    finish();
}

} // namespace cudapipe::executor

#endif
