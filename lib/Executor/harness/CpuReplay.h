//===- CpuReplay.h - Replays a launch on the executor -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_HARNESS_CPUREPLAY_H
#define CUDAPIPE_HARNESS_CPUREPLAY_H

#include "Replay.h"

namespace cudapipe {

class CpuReplay {
public:
  CpuReplay(LaunchFile File, RunWish Wish)
      : R(std::move(File), std::move(Wish)) {
    for (size_t I = 0; I < R.Now.size(); ++I) {
      RecordedMemory &M = R.File.Memories[I];
      if (!M.Variable.empty())
        continue; // The harness knows where it is.
      char *At = Device::allocate(M.Before.size(), M.Name);
      R.Now[I] = reinterpret_cast<uint64_t>(At);
    }
  }

  dim3 grid() const { return {R.File.Grid[0], R.File.Grid[1], R.File.Grid[2]}; }
  dim3 block() const {
    return {R.File.Block[0], R.File.Block[1], R.File.Block[2]};
  }
  size_t shared() const { return R.File.Shared; }

  /// The value of parameter \p I, with its pointers moved.
  template <typename T> T argument(size_t I) {
    if (I >= R.File.Arguments.size() ||
        R.File.Arguments[I].Value.size() != sizeof(T))
      R.fail("launch of the kernel: parameter " + std::to_string(I) +
             " has not as many bytes as in the program");
    std::vector<unsigned char> Value = R.File.Arguments[I].Value;
    R.move(Value, nullptr);
    // T need not have a constructor without parameters.
    alignas(T) unsigned char Storage[sizeof(T)];
    std::memcpy(Storage, Value.data(), sizeof(T));
    return *reinterpret_cast<T *>(Storage);
  }
  /// A variable of the file: its recorded value belongs at \p At.
  void variable(const std::string &Name, void *At, size_t Bytes) {
    for (size_t I = 0; I < R.Now.size(); ++I)
      if (R.File.Memories[I].Variable == Name &&
          R.File.Memories[I].Before.size() == Bytes)
        R.Now[I] = reinterpret_cast<uint64_t>(At);
  }

  template <typename Launch> void run(Launch &&Go) {
    for (unsigned Round = 0; Round < R.Wish.Repeat; ++Round) {
      Device::setSeed(Round + 1);
      for (size_t I = 0; I < R.Now.size(); ++I)
        if (R.Now[I])
          copyIn(I);
      Go();
      for (size_t I = 0; I < R.Now.size(); ++I) {
        std::vector<unsigned char> Data(R.File.Memories[I].Before);
        if (R.Now[I])
          Device::download(Data.data(), pointer(I), Data.size());
        R.look(I, Round, std::move(Data));
      }
    }
    R.end();
    std::printf("{\"end\": true}\n");
  }

private:
  char *pointer(size_t I) { return reinterpret_cast<char *>(R.Now[I]); }
  void copyIn(size_t I) {
    std::vector<unsigned char> Data = R.start(I);
    Device::upload(pointer(I), Data.data(), Data.size());
  }

  Replay R;
};

inline int replayOnCpu(int Argc, char **Argv, void (*Case)(CpuReplay &)) {
  RunWish Wish;
  std::string Path = readFlags(Argc, Argv, Wish);
  CpuReplay Data(readLaunch(Path), Wish);
  Case(Data);
  return 0;
}

} // namespace cudapipe

#endif
