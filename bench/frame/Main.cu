//===- Main.cu - Checks and times the forms of one kernel -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   program [--seconds=S] [--check-only] [--l2=cold] NAME=FORM.so...
//
// Built once a kernel, with CASE_FILE its case.h. Each form is a library with
// a function launch(); the first is the one that the others are compared with
// and measured by. One process times all of them in turn, round after round, so
// that clocks and temperature are the same for all. Prints a line of JSON for
// every event; a line "begin" comes first, so that the reader knows which form
// took the program down with it.
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
  std::vector<float> Milliseconds = {};
};

struct Options {
  double Seconds = 2;
  bool CheckOnly = false, ColdCache = false;
  std::vector<Form> Forms = {};
};

constexpr size_t MinRounds = 5, MaxRounds = 41;

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
    } else if (Flag == "--l2=cold") {
      O.ColdCache = true;
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

/// Writes twice the cache, so that nothing of a problem is left in it.
class CacheFlush {
public:
  explicit CacheFlush(bool Wanted) {
    int Device = 0;
    cudaDeviceProp Properties;
    bench::checkCuda(cudaGetDevice(&Device), "device");
    bench::checkCuda(cudaGetDeviceProperties(&Properties, Device), "device");
    std::printf("{\"event\": \"device\", \"name\": \"%s\", \"sms\": %d, "
                "\"l2_bytes\": %d}\n",
                Properties.name, Properties.multiProcessorCount,
                Properties.l2CacheSize);
    if (Wanted) {
      Bytes = size_t(2) * Properties.l2CacheSize;
      bench::checkCuda(cudaMalloc(&Data, Bytes), "cudaMalloc");
    }
  }
  ~CacheFlush() { cudaFree(Data); }
  void operator()() {
    if (Data)
      cudaMemsetAsync(Data, 0, Bytes);
  }

private:
  void *Data = nullptr;
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
    bench::checkCuda(cudaEventSynchronize(Stop), "timing");
    cudaEventElapsedTime(&Time, Start, Stop);
    return Time;
  }

private:
  cudaEvent_t Start, Stop;
};

void time(Options &O, const bench::Size &S, const Work &W) {
  CacheFlush Flush(O.ColdCache);
  Stopwatch Watch;
  begin("time", O.Forms.front(), S);
  for (const Form &F : O.Forms) // To warm up; the check was the first time.
    Watch.milliseconds(F, W);
  const auto Start = std::chrono::steady_clock::now();
  for (size_t Round = 0; Round < MaxRounds; ++Round) {
    for (size_t I = 0; I < O.Forms.size(); ++I) {
      // Another neighbour in every round.
      Form &F = O.Forms[(I * (Round % 2 ? O.Forms.size() - 1 : 1) + Round) %
                        O.Forms.size()];
      Flush();
      F.Milliseconds.push_back(Watch.milliseconds(F, W));
    }
    const std::chrono::duration<double> Spent =
        std::chrono::steady_clock::now() - Start;
    if (Round + 1 >= MinRounds && Spent.count() > O.Seconds)
      break;
  }
  for (Form &F : O.Forms) {
    std::vector<float> &Times = F.Milliseconds;
    std::sort(Times.begin(), Times.end());
    const double Median = Times[Times.size() / 2];
    std::printf("{\"event\": \"time\", \"form\": \"%s\", \"size\": \"%s\", "
                "\"rounds\": %zu, \"ms\": %.5f, \"ms_min\": %.5f, "
                "\"ms_p90\": %.5f, \"gflops\": %.1f, \"gbytes\": %.1f}\n",
                F.Name.c_str(), S.name().c_str(), Times.size(), Median,
                Times.front(), Times[Times.size() * 9 / 10],
                W.Flops / Median * 1e-6, W.Bytes / Median * 1e-6);
  }
}

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
      time(O, Sizes[I], W);
  }
  std::printf("{\"event\": \"end\"}\n");
  return 0;
}
