//===- print-resources.cpp - lib/Resources for FileCheck ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   print-resources architectures
//   print-resources gpus [file=FILE] [name=NAME]
//   print-resources occupancy arch=86 threads=256 registers=64 static=16384
//   print-resources shared-bytes-for arch=86 blocks=5
//   print-resources stages arch=86 threads=256 registers=64 stage=16384
//   print-resources ptxas report=FILE [kernel=MANGLED]
//   print-resources measure nvcc=auto arch=80 file=FILE [text=FILE] [flags=...]
//   print-resources work file=FILE.cu
//   print-resources nvcc-flags command='nvcc -I inc k.cu' in=FOLDER
//
// Prints what the functions of include/cudapipe/Resources say.
//
//===----------------------------------------------------------------------===//

#include "Judge/WhyWorse.h"
#include "PrintWork.h"
#include "cudapipe/Compile/Compiler.h"
#include "cudapipe/Frontend/UserFlags.h"
#include "cudapipe/Resources/Gpu.h"
#include "cudapipe/Resources/StageBudget.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <random>

using namespace cudapipe;
using namespace llvm;

namespace {

/// "threads=256" and the like; the first argument says what to print.
StringMap<std::string> Arguments;

StringRef text(StringRef Name) {
  auto It = Arguments.find(Name);
  return It == Arguments.end() ? "" : StringRef(It->second);
}

int64_t number(StringRef Name, int64_t Default = 0) {
  int64_t Value;
  return text(Name).getAsInteger(10, Value) ? Default : Value;
}

int fail(Error E) {
  errs() << "error: " << toString(std::move(E)) << "\n";
  return 2;
}

BlockResources block() {
  BlockResources Block{unsigned(number("threads", 256)),
                       unsigned(number("registers", 32)),
                       uint64_t(number("static")), uint64_t(number("dynamic"))};
  if (Arguments.contains("opt-in"))
    Block.MaxDynamicShared = number("opt-in");
  Block.CarveOutPercent = number("carve-out", -1);
  return Block;
}

void printArchitectures() {
  for (const Architecture &A : architectures()) {
    outs() << formatv("sm_{0}: {1} KB, {2} KB a block, {3} bytes reserved, "
                      "granularity {4}, {5} warps, {6} blocks, carve-out",
                      A.SmVersion, A.SharedPerSM / 1024,
                      A.SharedPerBlockOptIn / 1024, A.ReservedPerBlock,
                      A.SharedGranularity, A.WarpsPerSM, A.BlocksPerSM);
    for (unsigned KB : A.CarveOutKB)
      outs() << " " << KB;
    outs() << "\n";
  }
}

void print(const Gpu &G) {
  auto Figure = [](auto F) { return F ? formatv("{0}", *F).str() : "?"; };
  outs() << formatv("{0} ({1}), sm_{2}: {3} multiprocessors, {4} MHz, fp32 "
                    "{5}, fp64 {6}, fp16 {7}, int8 {8}, {9} GB/s, L2 {10} KB\n",
                    G.Name, G.Chip.empty() ? "own" : G.Chip, G.SmVersion,
                    G.Multiprocessors, Figure(G.ClockMHz), Figure(G.Fp32Tflops),
                    Figure(G.Fp64Tflops), Figure(G.Fp16TensorTflops),
                    Figure(G.Int8TensorTops), Figure(G.BandwidthGBs),
                    Figure(G.L2KB));
}

int printGpus() {
  std::vector<Gpu> Own;
  if (Arguments.contains("file")) {
    Expected<std::vector<Gpu>> Read = readGpuFile(text("file"));
    if (!Read)
      return fail(Read.takeError());
    Own = std::move(*Read);
  }
  if (Arguments.contains("name")) {
    Expected<Gpu> Chosen = chooseGpu(text("name"), Own);
    if (!Chosen)
      return fail(Chosen.takeError());
    print(*Chosen);
    return 0;
  }
  for (ArrayRef<Gpu> Gpus : {ArrayRef<Gpu>(Own), knownGpus()})
    for (const Gpu &G : Gpus)
      print(G);
  return 0;
}

void printOccupancy(const Architecture &A) {
  Occupancy O = computeOccupancy(A, block());
  auto Limit = [](unsigned Limit) {
    return Limit == Occupancy::Unlimited ? "-" : utostr(Limit);
  };
  outs() << formatv("{0} blocks, limited by {1}: warps {2}, registers {3}, "
                    "shared memory {4}, blocks {5}, barriers {6}; {7} "
                    "registers and {8} bytes a block\n",
                    O.Blocks, limiterText(O.Limiters), Limit(O.ByWarps),
                    Limit(O.ByRegisters), Limit(O.BySharedMemory),
                    Limit(O.ByBlocks), Limit(O.ByBarriers), O.RegistersPerBlock,
                    O.SharedPerBlock);
}

void printStages(const Architecture &A) {
  StageCosts Costs;
  Costs.Threads = number("threads", 256);
  Costs.RegistersBefore = number("registers", 32);
  Costs.RegistersAfter = number("registers-after", Costs.RegistersBefore);
  Costs.RegistersAreEstimated = number("estimated");
  Costs.StageBytes = number("stage");
  Costs.OtherShared = number("other");
  Costs.SharedBefore = number("before", Costs.OtherShared + Costs.StageBytes);
  Costs.MayOptIn = number("may-opt-in", 1);
  outs() << printStageBudget(computeStageBudget(A, Costs), number("first", 1),
                             number("last", StageBudget::MaxStages));
}

/// A budget's promises at their edges: a byte more than its room costs a block,
/// and 16 more a stage than what keeps the blocks keep them no longer.
int checkStages() {
  std::mt19937 Engine(1);
  auto UpTo = [&](unsigned Limit) { return unsigned(Engine() % (Limit + 1)); };
  unsigned Checked = 0, Wrong = 0;
  for (const Architecture &A : architectures())
    for (unsigned I = 0; I < 2000; ++I) {
      StageCosts Costs;
      Costs.Threads = 32 * (1 + UpTo(31));
      Costs.RegistersBefore = 16 + UpTo(100);
      Costs.RegistersAfter = Costs.RegistersBefore + UpTo(20);
      Costs.OtherShared = UpTo(1) ? 0 : UpTo(4096);
      Costs.StageBytes = 16 * (1 + UpTo(2000));
      Costs.SharedBefore = Costs.OtherShared + Costs.StageBytes;
      StageBudget Budget = computeStageBudget(A, Costs);
      auto BlocksWith = [&](uint64_t Bytes) {
        BlockResources Block{Costs.Threads, Costs.RegistersAfter, 0, Bytes,
                             Bytes};
        return computeOccupancy(A, Block).Blocks;
      };
      for (const StageRow &Row : Budget.Rows) {
        uint64_t Keeps =
            Costs.OtherShared + Row.Stages * Row.StageBytesThatKeep;
        bool Right = BlocksWith(Row.SharedBytes) == Row.Use.Blocks;
        if (Row.Use.Blocks)
          Right &=
              BlocksWith(Row.SharedBytes + Row.Headroom) == Row.Use.Blocks &&
              BlocksWith(Row.SharedBytes + Row.Headroom + 1) < Row.Use.Blocks;
        if (Row.BlocksToKeep && Row.StageBytesThatKeep)
          Right &= BlocksWith(Keeps) >= Row.BlocksToKeep &&
                   BlocksWith(Keeps + 16 * Row.Stages) < Row.BlocksToKeep;
        ++Checked;
        Wrong += !Right;
      }
    }
  outs() << Checked << " rows, " << Wrong << " wrong\n";
  return Wrong > 0;
}

void print(const CompiledKernel &K) {
  outs() << formatv("{0}: {1} registers, {2} barriers, {3} bytes local, {4} "
                    "and {5} bytes spilled, {6} bytes shared\n",
                    K.MangledName, K.Registers, K.Barriers, K.LocalBytes,
                    K.SpillStoreBytes, K.SpillLoadBytes, K.StaticSharedBytes);
}

std::string contents(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

void printReport() {
  std::vector<CompiledKernel> Kernels =
      readPtxasReport(contents(text("report")));
  for (const CompiledKernel &K : Kernels)
    if (!Arguments.contains("kernel"))
      print(K);
  if (!Arguments.contains("kernel"))
    return;
  if (const CompiledKernel *K = findKernel(Kernels, text("kernel")))
    print(*K);
  else
    outs() << "no such kernel\n";
}

int measure() {
  Expected<Compiler> Nvcc = findCompiler(text("nvcc"));
  if (!Nvcc)
    return fail(Nvcc.takeError());
  CompileRequest Request{("sm_" + text("arch")).str(), {}, "", {}};
  StringRef Flags = text("flags");
  for (StringRef Flag : split(Flags, ' '))
    if (!Flag.empty())
      Request.Flags.push_back(Flag.str());
  Request.File = text("file").str();
  if (Arguments.contains("text"))
    Request.Text = contents(text("text"));
  Nvcc->TimeoutSeconds = number("timeout", 300);
  CompileReport Report = compileAll(*Nvcc, Request).front();
  for (const CompiledKernel &K : Report.Kernels) {
    print(K);
    if (Arguments.contains("loops") && K.Loop)
      outs() << formatv(
          "  {0} of {1} bytes of code{2}: {3} math, {4} barriers, "
          "{5} copies by cp.async, {6} through registers, {7:F1} "
          "math ahead\n",
          K.Loop->Bytes, K.CodeBytes, K.Loop->IsUnrolled ? ", unrolled" : "",
          K.Loop->Math, K.Loop->Barriers, K.Loop->AsyncCopies,
          K.Loop->RegisterCopies, K.Loop->MathAhead);
  }
  if (!Report.Note.empty())
    outs() << "note: " << Report.Note << "\n";
  return 0;
}

/// "registers:local:loop bytes:math:barriers:loads:reads:ahead", the last six
/// of a main loop; none where they are left out.
CompiledKernel compiled(StringRef Words) {
  SmallVector<unsigned, 8> All;
  for (StringRef Word : split(Words, ':')) {
    All.push_back(0);
    Word.getAsInteger(10, All.back());
  }
  CompiledKernel Out;
  Out.Registers = All[0];
  Out.LocalBytes = All.size() > 1 ? All[1] : 0;
  if (All.size() > 2) {
    MachineLoop Loop;
    Loop.Bytes = All[2];
    Loop.Math = All[3];
    Loop.Barriers = All[4];
    Loop.RegisterCopies = All[5];
    Loop.SharedLoads = All[6];
    Loop.MathAhead = All[7];
    Out.Loop = Loop;
  }
  return Out;
}

/// What a form loses: before= and after= as compiled() has it; of the form its
/// stages, tile bytes, and words: async, wide, skewed; shared-before= and
/// shared-after= are bytes.
void printLoss(const Architecture &Arch) {
  KernelCost Cost;
  Cost.Threads = number("threads");
  Cost.DynamicBefore = Cost.DynamicAfter = 0;
  Cost.Stages = number("stages", 2);
  Cost.Ahead = std::max(1u, Cost.Stages - 1);
  Cost.TileBytes = number("tile");
  Cost.IsAsync = text("form").contains("async");
  Cost.IsWide = text("form").contains("wide");
  CompiledKernel Before = compiled(text("before")),
                 After = compiled(text("after"));
  Before.StaticSharedBytes = number("shared-before");
  After.StaticSharedBytes = number("shared-after");
  const FormLoss Loss =
      lossOf({Cost, Before, After, text("form").contains("skewed")}, Arch);
  outs() << (Loss.Why.empty() ? "nothing is lost" : Loss.Why)
         << (Loss.MadeUpFor.empty() ? "" : ": " + Loss.MadeUpFor) << "\n";
}

int printNvccFlags() {
  std::vector<std::string> Command;
  for (StringRef Word : split(text("command"), ' '))
    Command.push_back(Word.str());
  std::string Directory = text("in").str();
  Expected<UserFlags> Flags = readCompileCommand(Command, Directory);
  if (!Flags)
    return fail(Flags.takeError());
  outs() << join(flagsForNvcc(*Flags, Directory), " ") << "\n";
  return 0;
}

} // namespace

int main(int Argc, char **Argv) {
  StringRef What = Argc > 1 ? Argv[1] : "";
  for (int I = 2; I < Argc; ++I) {
    auto [Name, Value] = StringRef(Argv[I]).split('=');
    Arguments[Name] = Value.str();
  }
  const Architecture *A = findArchitecture(number("arch", 80));
  if (!A)
    return fail(createStringError("no architecture sm_" + text("arch")));
  if (What == "architectures")
    printArchitectures();
  else if (What == "gpus")
    return printGpus();
  else if (What == "occupancy")
    printOccupancy(*A);
  else if (What == "stages")
    printStages(*A);
  else if (What == "check-stages")
    return checkStages();
  else if (What == "nvcc-flags")
    return printNvccFlags();
  else if (What == "work")
    return printWork(text("file"), number("arch", 80));
  else if (What == "ptxas")
    printReport();
  else if (What == "loss")
    printLoss(*A);
  else if (What == "measure")
    return measure();
  else if (What == "shared-bytes-for")
    outs() << sharedBytesFor(number("blocks", 1), *A, block()) << "\n";
  else
    return fail(createStringError("nothing is called '" + What + "'"));
  return 0;
}
