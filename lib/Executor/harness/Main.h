//===- Main.h - The main() of every driver ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   --seed=N    data and schedule of the first run (default 1)
//   --seeds=K   run with K consecutive seeds
//   --time      on a GPU: run CUDAPIPE_TIMING instead of the cases
//   --reps=N    launches per timing (default 20)
//   --dump=LABEL --dump-file=F   write that case's buffers to F.<buffer>
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_HARNESS_MAIN_H
#define CUDAPIPE_HARNESS_MAIN_H

#include "Cases.h"

/// Defined by CUDAPIPE_CASES.
void cudapipeCases(cudapipe::Cases &);

namespace cudapipe {

using TimingFunction = void (*)(Cases &);
inline TimingFunction &timingFunction() {
  static TimingFunction Function = nullptr;
  return Function;
}
struct TimingRegistration {
  explicit TimingRegistration(TimingFunction F) { timingFunction() = F; }
};

inline int runDriver(int Argc, char **Argv) {
  uint64_t Seed = 1;
  unsigned Seeds = 1, Repetitions = 20;
  bool Time = false;
  std::string Dump, DumpFile;
  for (int I = 1; I < Argc; ++I) {
    std::string Flag = Argv[I];
    size_t Equals = Flag.find('=');
    std::string Value =
        Equals == std::string::npos ? "" : Flag.substr(Equals + 1);
    Flag = Flag.substr(0, Equals);
    if (Flag == "--seed")
      Seed = std::strtoull(Value.c_str(), nullptr, 10);
    else if (Flag == "--seeds")
      Seeds = static_cast<unsigned>(std::atoi(Value.c_str()));
    else if (Flag == "--reps")
      Repetitions = static_cast<unsigned>(std::atoi(Value.c_str()));
    else if (Flag == "--time")
      Time = true;
    else if (Flag == "--dump")
      Dump = Value;
    else if (Flag == "--dump-file")
      DumpFile = Value;
    else {
      std::fprintf(stderr, "cudapipe-harness: unknown flag '%s'\n", Argv[I]);
      return 2;
    }
  }
  if (Time && (!Device::CanTime || !timingFunction())) {
    std::fprintf(stderr, "cudapipe-harness: nothing to time\n");
    return 2;
  }
  if (Time) {
    Cases Timing(Seed, Repetitions);
    timingFunction()(Timing);
    return 0;
  }
  for (unsigned I = 0; I < Seeds; ++I) {
    Device::setSeed(Seed + I);
    Cases C(Seed + I, Repetitions);
    C.dumpCase(Dump, DumpFile);
    cudapipeCases(C);
  }
  return 0;
}

} // namespace cudapipe

int main(int Argc, char **Argv) { return cudapipe::runDriver(Argc, Argv); }

#endif
