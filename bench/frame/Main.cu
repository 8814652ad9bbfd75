//===- Main.cu - Checks and times the forms of one kernel -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   program [--seconds=S] [--check-only] NAME=FORM.so...
//
// Built once a kernel, with CASE_FILE its case.h. Each form is a library with
// a function launch(); the first is the one that the others are compared with
// and measured by. One process times all of them in turn, round after round, so
// that clocks and temperature are the same for all: with a warm L2 cache, then
// some rounds with a cold one. Before each timed launch the outputs are
// poisoned, after it they are compared. Prints a line of JSON for every event;
// a line "begin" comes first, so that the reader knows which form took the
// program down with it.
//
//===----------------------------------------------------------------------===//

#include "DeviceBuffers.h"
#include "Problem.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <dlfcn.h>

#include CASE_FILE

namespace {

struct Form {
  std::string Name;
  decltype(launch) *Launch;
  std::vector<float> Milliseconds = {}, ColdMilliseconds = {};
  size_t Launches = 0, WrongLaunches = 0; ///< Of those that were timed.
};

struct Options {
  double Seconds = 2;
  bool CheckOnly = false;
  std::vector<Form> Forms = {};
};

constexpr size_t MinRounds = 5, MinColdRounds = 3, MaxRounds = 41;

Options readOptions(int Argc, char **Argv) {
  Options O;
  for (int I = 1; I < Argc; ++I) {
    std::string Flag = Argv[I];
    size_t Equals = Flag.find('=');
    std::string Name = Flag.substr(0, Equals), Value = Flag.substr(Equals + 1);
    if (Name == "--seconds") {
      O.Seconds = std::atof(Value.c_str());
    } else if (Flag == "--check-only") {
      O.CheckOnly = true;
    } else {
      void *Library = dlopen(Value.c_str(), RTLD_NOW | RTLD_LOCAL);
      void *Symbol = Library ? dlsym(Library, "launch") : nullptr;
      if (!Symbol) {
        std::fprintf(stderr, "bench: %s: %s\n", Name.c_str(), dlerror());
        std::exit(2);
      }
      O.Forms.push_back({Name, reinterpret_cast<decltype(launch) *>(Symbol)});
    }
  }
  return O;
}

/// Says what comes next, for the case that it does not come back.
void begin(const char *What, const Form &F, const bench::Size &S) {
  std::printf("{\"event\": \"begin\", \"what\": \"%s\", \"form\": \"%s\", "
              "\"size\": \"%s\"}\n",
              What, F.Name.c_str(), S.name().c_str());
  std::fflush(stdout);
}

using Work = bench::Work<decltype(launch)>;

/// Every form on this size, against the first one.
void check(Options &O, const bench::Size &S, bench::DeviceBuffers &Memory,
           const Work &W) {
  for (const Form &F : O.Forms) {
    begin("check", F, S);
    Memory.poisonOutputs();
    W.Run(F.Launch);
    bench::checkCuda(cudaGetLastError(), "launch");
    bench::checkCuda(cudaDeviceSynchronize(), "kernel");
    unsigned long long Different = 0;
    if (&F == &O.Forms.front()) {
      if (Memory.nothingWritten())
        bench::checkCuda(cudaErrorUnknown, "nothing was written");
      Memory.keepAsExpected();
    } else {
      Different = Memory.differences();
    }
    std::printf("{\"event\": \"check\", \"form\": \"%s\", \"size\": \"%s\", "
                "\"different\": %llu}\n",
                F.Name.c_str(), S.name().c_str(), Different);
  }
}

/// The L2 cache before a launch, always the same.
class Cache {
public:
  Cache() {
    int Device = 0, Clock = 0, MemoryClock = 0, BusBits = 0;
    cudaDeviceProp Properties;
    bench::checkCuda(cudaGetDevice(&Device), "device");
    bench::checkCuda(cudaGetDeviceProperties(&Properties, Device), "device");
    // 0 where the driver does not say.
    cudaDeviceGetAttribute(&Clock, cudaDevAttrClockRate, Device);
    cudaDeviceGetAttribute(&MemoryClock, cudaDevAttrMemoryClockRate, Device);
    cudaDeviceGetAttribute(&BusBits, cudaDevAttrGlobalMemoryBusWidth, Device);
    cudaGetLastError();
    std::printf("{\"event\": \"device\", \"name\": \"%s\", \"sms\": %d, "
                "\"l2_bytes\": %d, \"clock_mhz\": %d, \"dram_gbytes\": %.0f}\n",
                Properties.name, Properties.multiProcessorCount,
                Properties.l2CacheSize, Clock / 1000,
                2.0 * MemoryClock * BusBits / 8 * 1e-6);
    Bytes = size_t(2) * Properties.l2CacheSize;
    bench::checkCuda(cudaMalloc(&Data, Bytes + sizeof(long long)),
                     "cudaMalloc");
  }
  Cache(const Cache &) = delete;
  ~Cache() { cudaFree(Data); }

  /// Has nothing of the problem.
  void makeCold() {
    resetPersisting();
    bench::checkCuda(cudaMemsetAsync(Data, 0, Bytes), "emptying the L2 cache");
    // Read, too: or what was written has to leave while a form is timed.
    bench::readAll<<<1024, 256>>>(
        reinterpret_cast<const unsigned *>(Data), Bytes / 4,
        reinterpret_cast<unsigned long long *>(Data + Bytes));
    bench::checkCuda(cudaGetLastError(), "emptying the L2 cache");
  }
  /// Has of the inputs what it has room for.
  void makeWarm(bench::DeviceBuffers &Memory) {
    resetPersisting();
    Memory.readInputs();
  }

private:
  /// What a form asked to stay is not for the next one.
  static void resetPersisting() {
    cudaCtxResetPersistingL2Cache();
    cudaGetLastError(); // Older GPUs have no such lines.
  }

  char *Data = nullptr;
  size_t Bytes = 0;
};

/// Keeps the GPU busy until what follows is queued, so that no launch is waited
/// for between the two events.
__global__ void holdBack() {
  const long long Start = clock64();
  while (clock64() - Start < 60000)
    ;
}

class Stopwatch {
public:
  Stopwatch() {
    cudaEventCreate(&Start);
    cudaEventCreate(&Stop);
  }
  float milliseconds(const Form &F, const Work &W) {
    float Time = 0;
    holdBack<<<1, 1>>>();
    cudaEventRecord(Start);
    W.Run(F.Launch);
    cudaEventRecord(Stop);
    bench::checkCuda(cudaGetLastError(), "launch");
    bench::checkCuda(cudaEventSynchronize(Stop), "timing");
    cudaEventElapsedTime(&Time, Start, Stop);
    return Time;
  }

private:
  cudaEvent_t Start, Stop;
};

/// Times the forms of one problem in turn.
class Timing {
public:
  Timing(Options &O, const bench::Size &S, bench::DeviceBuffers &Memory,
         const Work &W)
      : O(O), S(S), Memory(Memory), W(W) {}

  void run() {
    std::printf("{\"event\": \"work\", \"flops\": %.17g, \"bytes\": %.17g, "
                "\"written\": %.17g, \"unit\": \"%s\"}\n",
                W.Flops, W.Bytes, Memory.writtenBytes(), bench::nameOf(W.Peak));
    for (Form &F : O.Forms) // To warm up; the check was the first time.
      measure(F, false);
    // Most of the time for what most users have; a few rounds say the other.
    const double ForCold = O.Seconds / 4;
    rounds(&Form::Milliseconds, false, MinRounds, O.Seconds - ForCold);
    rounds(&Form::ColdMilliseconds, true, MinColdRounds, ForCold);
    for (Form &F : O.Forms)
      print(F);
  }

private:
  /// Poisoned before, compared after it, both outside of what is timed.
  float measure(Form &F, bool IsCold) {
    begin(IsCold ? "time, cold" : "time", F, S);
    Memory.poisonOutputs();
    if (IsCold)
      L2.makeCold();
    else
      L2.makeWarm(Memory);
    const float Time = Watch.milliseconds(F, W);
    ++F.Launches;
    F.WrongLaunches += Memory.differences() != 0;
    return Time;
  }

  void rounds(std::vector<float> Form::*Times, bool IsCold, size_t Least,
              double Seconds) {
    const auto Start = std::chrono::steady_clock::now();
    for (size_t Round = 0; Round < MaxRounds; ++Round) {
      for (size_t I = 0; I < O.Forms.size(); ++I) {
        // Another neighbour in every round.
        Form &F = O.Forms[(I * (Round % 2 ? O.Forms.size() - 1 : 1) + Round) %
                          O.Forms.size()];
        (F.*Times).push_back(measure(F, IsCold));
      }
      const std::chrono::duration<double> Spent =
          std::chrono::steady_clock::now() - Start;
      if (Round + 1 >= Least && Spent.count() > Seconds)
        break;
    }
  }

  static double median(std::vector<float> &Times) {
    std::sort(Times.begin(), Times.end());
    return Times[Times.size() / 2];
  }

  void print(Form &F) const {
    std::vector<float> &Times = F.Milliseconds;
    const double Median = median(Times), Cold = median(F.ColdMilliseconds);
    std::printf(
        "{\"event\": \"time\", \"form\": \"%s\", \"size\": \"%s\", "
        "\"rounds\": %zu, \"ms\": %.5f, \"ms_min\": %.5f, "
        "\"ms_p90\": %.5f, \"gflops\": %.1f, \"gbytes\": %.1f, "
        "\"cold_rounds\": %zu, \"cold_ms\": %.5f, \"cold_gbytes\": %.1f, "
        "\"launches\": %zu, \"wrong_launches\": %zu}\n",
        F.Name.c_str(), S.name().c_str(), Times.size(), Median, Times.front(),
        Times[Times.size() * 9 / 10], W.Flops / Median * 1e-6,
        W.Bytes / Median * 1e-6, F.ColdMilliseconds.size(), Cold,
        W.Bytes / Cold * 1e-6, F.Launches, F.WrongLaunches);
  }

  Options &O;
  const bench::Size &S;
  bench::DeviceBuffers &Memory;
  const Work &W;
  Cache L2;
  Stopwatch Watch;
};

} // namespace

int main(int Argc, char **Argv) {
  Options O = readOptions(Argc, Argv);
  if (O.Forms.empty()) {
    std::fprintf(stderr, "bench: no forms\n");
    return 2;
  }
  // The small sizes first: a form that is wrong there is not worth the time.
  std::vector<bench::Size> Sizes = sizes();
  for (size_t I = Sizes.size(); I-- != 0;) {
    bench::DeviceBuffers Memory(Sizes[I].Shift);
    const Work W = problem(Memory, Sizes[I]);
    check(O, Sizes[I], Memory, W);
    if (I == 0 && !O.CheckOnly)
      Timing(O, Sizes[I], Memory, W).run();
  }
  std::printf("{\"event\": \"end\"}\n");
  return 0;
}
