//===- FileLimit.cpp - How long a file may take ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileLimit.h"
#include "SettingsGroups.h"
#include "llvm/Support/CommandLine.h"
#include <algorithm>

using namespace llvm;

namespace cudapipe {

static cl::opt<std::string>
    TimeLimit("time-limit", cl::init("10"), cl::cat(readingOptions()),
              cl::value_desc("seconds"),
              cl::desc("Processor time that the loops of a file may take "
                       "(default: 10, and 1 more for each of up to 100 "
                       "kernels, or four times as long as the file was read, "
                       "at most 60; 0: no limit), and that the file may take "
                       "to be read (default: 60)"));

// Each kernel is analyzed in each round. Nobody writes hundreds by hand.
constexpr size_t ManyKernels = 100;
constexpr unsigned Longest = 60;

static unsigned Limit = 0;

Error readTimeLimit() {
  if (StringRef(TimeLimit).getAsInteger(10, Limit))
    return createStringError("--time-limit: '" + TimeLimit +
                             "' is no number of whole seconds; 0 is no limit");
  return Error::success();
}

unsigned limitFor(size_t Kernels) {
  if (TimeLimit.getNumOccurrences() || Kernels > ManyKernels)
    return Limit;
  return std::min<size_t>(Limit + Kernels, Longest);
}

double limitOnceRead(unsigned Seconds, double ReadIn) {
  return TimeLimit.getNumOccurrences()
             ? Seconds
             : std::max<double>(Seconds, std::min<double>(4 * ReadIn, Longest));
}

unsigned readingLimit() {
  return TimeLimit.getNumOccurrences() ? Limit : Longest;
}

std::string failureOf(Ending How, unsigned Seconds, bool IsRead) {
  switch (How) {
  case Ending::StackOverflow:
    return "its code is nested too deeply, the file is left as it was";
  case Ending::TooLong:
    return (IsRead ? "it takes more than " : "to read it takes more than ") +
           std::to_string(Seconds) +
           " s of processor time, the file is left as it was; --time-limit "
           "allows more";
  default:
    return "internal error, the file is left as it was; please report this "
           "with the file";
  }
}

} // namespace cudapipe
