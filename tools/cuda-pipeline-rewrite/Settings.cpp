//===- Settings.cpp - The command line, read ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Settings.h"
#include "Choice.h"
#include "GpuSettings.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include <thread>

using namespace llvm;

namespace cudapipe {
namespace {

//===- What is done to a loop ---------------------------------------------===//

cl::OptionCategory Rewriting("Rewriting");

cl::opt<std::string>
    Variant("variant", cl::init("auto"), cl::cat(Rewriting),
            cl::value_desc("name"),
            cl::desc("How a tile travels: auto (default), cpasync (cp.async, "
                     "sm_80), ldg (registers, two buffers), ldg-single "
                     "(registers, the original buffer)"));
cl::opt<std::string>
    Stages("stages", cl::init("auto"), cl::cat(Rewriting), cl::value_desc("N"),
           cl::desc("Buffers per tile: auto (default), 2 to 8"));
cl::opt<std::string>
    Widen("widen", cl::init("auto"), cl::cat(Rewriting), cl::value_desc("how"),
          cl::desc("cp.async copies of more bytes than a thread stores now: "
                   "auto (default) or none"));
cl::opt<std::string>
    AssumeAligned("assume-aligned", cl::cat(Rewriting),
                  cl::value_desc("bytes[:param,...]"),
                  cl::desc("You assert that pointers and leading dimensions, "
                           "of these parameters or of all, are multiples of 4, "
                           "8 or 16 bytes"));
cl::opt<std::string>
    Pad("pad", cl::init("auto"), cl::cat(Rewriting),
        cl::value_desc("auto|none|bytes"),
        cl::desc("Longer rows for tiles: auto (default), none, or bytes"));
cl::opt<bool> Force("force", cl::cat(Rewriting),
                    cl::desc("Rewrite loops too that will not pay"));
cl::opt<std::string> Kernel("kernel", cl::cat(Rewriting),
                            cl::value_desc("regex"),
                            cl::desc("Only kernels whose name matches"));
cl::opt<std::string>
    Lines("line-filter", cl::cat(Rewriting), cl::value_desc("json"),
          cl::desc("Only loops in these lines, as for clang-tidy: "
                   R"([{"name":"gemm.cu","lines":[[10,20]]}])"));
cl::opt<std::string>
    HeaderFilter("header-filter", cl::cat(Rewriting), cl::value_desc("regex"),
                 cl::desc("Rewrite included headers whose path matches"));
cl::opt<std::string>
    AssumeNoAlias("assume-no-alias", cl::ValueOptional, cl::cat(Rewriting),
                  cl::value_desc("regex"),
                  cl::desc("You assert that different pointers never overlap, "
                           "in kernels whose name matches or in all"));
cl::opt<bool> AssumeLaunchUpdated(
    "assume-launch-updated", cl::cat(Rewriting),
    cl::desc("You update launches that are not in the file"));

//===- What comes out -----------------------------------------------------===//

cl::OptionCategory Output("Output (default: a diff on stdout)");

cl::opt<bool> InPlace("i", cl::cat(Output), cl::desc("Rewrite files in place"));
cl::alias Fix("fix", cl::aliasopt(InPlace), cl::cat(Output),
              cl::desc("Alias for -i"), cl::NotHidden);
cl::opt<std::string> OutputFile("o", cl::cat(Output), cl::value_desc("file"),
                                cl::desc("Write the whole result there; - is "
                                         "stdout"));
cl::opt<bool> Check("check", cl::cat(Output),
                    cl::desc("Write nothing; exit 1 if a file would change"));
cl::opt<bool> DryRun("dry-run", cl::cat(Output), cl::Hidden,
                     cl::desc("The default: show, do not write"));
cl::alias DryRunShort("n", cl::aliasopt(DryRun), cl::cat(Output), cl::Hidden);
cl::opt<bool>
    Explain("explain", cl::cat(Output),
            cl::desc("Say for every K-loop what is done, or why not"));
cl::opt<bool> Quiet("quiet", cl::cat(Output),
                    cl::desc("No remarks; errors only"));
cl::opt<bool> Verbose("verbose", cl::cat(Output),
                      cl::desc("Show the command each file is parsed with"));
cl::opt<bool> WarningsAsErrors("warnings-as-errors", cl::cat(Output),
                               cl::desc("Exit 1 if a K-loop was left alone"));
cl::opt<std::string> FormatStyle(
    "format-style", cl::init("file"), cl::cat(Output), cl::value_desc("style"),
    cl::desc("clang-format style of new code. file (default): the nearest "
             ".clang-format, if any; none; llvm, google, ..."));
cl::opt<std::string> DumpAfter(
    "dump-after", cl::cat(Output), cl::value_desc("phase"),
    cl::desc("Print what a phase found: match, analyze, plan or rewrite"));
cl::opt<std::string> PrintKernels(
    "print-kernels", cl::cat(Output), cl::value_desc("json"),
    cl::desc("Print the kernels of one file instead of an edit: parameters, "
             "launches, what becomes of their loops"));
cl::opt<cl::boolOrDefault>
    UseColor("use-color", cl::cat(Output),
             cl::desc("Colours (default: if the output is a terminal)"));

//===- How a file is read -------------------------------------------------===//

cl::OptionCategory &Reading = readingOptions();

cl::list<std::string> Files(cl::Positional, cl::desc("<file>..."),
                            cl::cat(Reading));
cl::opt<std::string> BuildDir("p", cl::cat(Reading),
                              cl::value_desc("build-dir"),
                              cl::desc("Folder with compile_commands.json"));
cl::opt<std::string>
    GpuArch("gpu-arch", cl::cat(Reading), cl::value_desc("sm_XX"),
            cl::desc("Architecture to read the file for (default: the newest "
                     "of the command, else sm_80)"));
cl::opt<std::string> CudaPath("cuda-path", cl::cat(Reading),
                              cl::value_desc("dir"),
                              cl::desc("The CUDA toolkit to use"));
cl::opt<std::string>
    CudaHeaders("cuda-headers", cl::init("auto"), cl::cat(Reading),
                cl::value_desc("kind"),
                cl::desc("toolkit; embedded (our own declarations, no CUDA "
                         "needed); auto (default): toolkit if one is found"));
cl::list<std::string> ExtraArgs("extra-arg", cl::cat(Reading),
                                cl::value_desc("flag"),
                                cl::desc("Clang flag after those of the "
                                         "command"));
cl::list<std::string> ExtraArgsBefore("extra-arg-before", cl::cat(Reading),
                                      cl::value_desc("flag"),
                                      cl::desc("Clang flag before them"));
cl::opt<std::string> ResourceDir("resource-dir", cl::cat(Reading),
                                 cl::value_desc("dir"),
                                 cl::desc("Clang's own headers"));
cl::opt<unsigned> Jobs("j", cl::Prefix, cl::init(0), cl::cat(Reading),
                       cl::value_desc("N"),
                       cl::desc("Files at a time (default: one a core)"));

constexpr StringLiteral Overview =
    "Turns the K-loops of CUDA kernels into software pipelines: the next tile "
    "travels\nwhile this one is computed. Prints a diff; writes nothing unless "
    "asked.\n";

const cl::extrahelp Examples(R"(
Examples:
  cuda-pipeline-rewrite gemm.cu                      show what would change
  cuda-pipeline-rewrite gemm.cu --variant=cpasync | git apply
  cuda-pipeline-rewrite -i src/*.cu -p build         rewrite in place
  cuda-pipeline-rewrite gemm.cu --explain            why was a loop left alone?
  cuda-pipeline-rewrite gemm.cu -- -Iinclude -DBK=32 with flags of your own
  cuda-pipeline-rewrite --check src/*.cu             in CI

Exit codes:
  0  ran, even if there was nothing to do
  1  only when asked: --check would change a file, --warnings-as-errors
  2  could not do the job: bad flag, no such file, a kernel does not parse, ...
)");

//===- From options to settings -------------------------------------------===//

bool wantsColor(int Descriptor) {
  if (UseColor == cl::BOU_UNSET)
    return sys::Process::FileDescriptorHasColors(Descriptor);
  return UseColor == cl::BOU_TRUE;
}

Error readFrontend(FrontendOptions &Frontend) {
  Expected<HeaderSource> Headers =
      choose<HeaderSource>("cuda-headers", CudaHeaders,
                           {{"auto", HeaderSource::Auto},
                            {"toolkit", HeaderSource::Toolkit},
                            {"embedded", HeaderSource::Embedded}});
  if (!Headers)
    return Headers.takeError();
  Frontend.Headers = *Headers;
  if (!BuildDir.empty()) {
    Expected<CompileCommands> Loaded = CompileCommands::load(BuildDir);
    if (!Loaded)
      return Loaded.takeError();
    Frontend.Database = std::move(*Loaded);
  }
  Frontend.GpuArch = GpuArch;
  if (!GpuArch.empty() && !smVersion(GpuArch))
    return createStringError("--gpu-arch: '" + GpuArch +
                             "' is not a GPU architecture such as sm_80");
  Frontend.CudaPath = CudaPath;
  Frontend.ResourceDir = ResourceDir;
  Frontend.ExtraArgs = ExtraArgs;
  Frontend.ExtraArgsBefore = ExtraArgsBefore;
  return Error::success();
}

Error readStages(RewriteOptions &Rewrite) {
  if (Stages == "auto")
    return Error::success();
  unsigned Count;
  if (StringRef(Stages).getAsInteger(10, Count) || Count < 2 || Count > 8)
    return createStringError("--stages: '" + Stages +
                             "' is neither auto nor a number from 2 to 8");
  if (Rewrite.Variant == VariantRequest::LdgSingle)
    return createStringError("--stages=" + Stages +
                             ": ldg-single has one buffer per tile");
  if (Rewrite.Variant == VariantRequest::Ldg && Count != 2)
    return createStringError("--stages=" + Stages +
                             ": ldg has two buffers per tile, more take "
                             "--variant=cpasync");
  Rewrite.Stages = Count;
  return Error::success();
}

Expected<PadRequest> readPad(StringRef Value) {
  if (Value == "none")
    return PadRequest{PadRequest::None};
  if (Value == "auto")
    return PadRequest{PadRequest::Auto};
  unsigned Bytes = 0;
  if (Value.getAsInteger(10, Bytes) || Bytes % 4 != 0 || Bytes > 1024)
    return createStringError("--pad=" + Value +
                             ": it is auto, none or a number of bytes, a "
                             "multiple of 4 up to 1024");
  return Bytes ? PadRequest{PadRequest::Fixed, Bytes}
               : PadRequest{PadRequest::None};
}

Error readRewrite(RewriteOptions &Rewrite) {
  Expected<VariantRequest> Request =
      choose<VariantRequest>("variant", Variant,
                             {{"auto", VariantRequest::Auto},
                              {"cpasync", VariantRequest::CpAsync},
                              {"ldg", VariantRequest::Ldg},
                              {"ldg-single", VariantRequest::LdgSingle}});
  if (!Request)
    return Request.takeError();
  Rewrite.Variant = *Request;
  if (Error Failure = readStages(Rewrite))
    return Failure;
  Expected<bool> Wide =
      choose<bool>("widen", Widen, {{"auto", true}, {"none", false}});
  if (!Wide)
    return Wide.takeError();
  Rewrite.Widen = *Wide;
  if (!AssumeAligned.empty()) {
    auto [Bytes, Names] = StringRef(AssumeAligned).split(':');
    if (Bytes != "4" && Bytes != "8" && Bytes != "16")
      return createStringError("--assume-aligned=" + AssumeAligned +
                               ": give 4, 8 or 16 bytes");
    Bytes.getAsInteger(10, Rewrite.AssumeAligned);
    SmallVector<StringRef, 4> Each;
    Names.split(Each, ',', -1, /*KeepEmpty=*/false);
    for (StringRef Name : Each)
      Rewrite.AlignedNames.insert(Name.str());
  }
  Expected<PadRequest> Rows = readPad(Pad);
  if (!Rows)
    return Rows.takeError();
  Rewrite.Pad = *Rows;
  Rewrite.Pad.IsAsked = Pad.getNumOccurrences() > 0;
  if (!DumpAfter.empty()) {
    Expected<Phase> After = choose<Phase>("dump-after", DumpAfter,
                                          {{"match", Phase::Match},
                                           {"analyze", Phase::Analyze},
                                           {"plan", Phase::Plan},
                                           {"rewrite", Phase::Rewrite}});
    if (!After)
      return After.takeError();
    Rewrite.DumpAfter = *After;
  }
  for (const cl::opt<std::string> *Option :
       {&Kernel, &HeaderFilter, &AssumeNoAlias}) {
    std::string Reason;
    StringRef Pattern = Option->getValue();
    if (!Pattern.empty() && !Regex(Pattern).isValid(Reason))
      return createStringError("--" + Option->ArgStr + ": '" + Pattern +
                               "' is not a regular expression: " + Reason);
  }
  Rewrite.Force = Force;
  Rewrite.KernelRegex = Kernel;
  Rewrite.HeaderRegex = HeaderFilter;
  Rewrite.AssumeNoAlias = AssumeNoAlias.getNumOccurrences() > 0;
  Rewrite.NoAliasRegex = AssumeNoAlias;
  Rewrite.AssumeLaunchUpdated = AssumeLaunchUpdated;
  return Error::success();
}

Error checkFiles() {
  if (Files.empty())
    return createStringError("no file given; --help shows examples");
  if (is_contained(Files, "-"))
    return createStringError("'-': a kernel is read from a file, not from "
                             "stdin; its place decides its includes and style");
  if (!OutputFile.empty() && Files.size() > 1)
    return createStringError("-o takes one file; -i rewrites many");
  if (!OutputFile.empty() && !HeaderFilter.empty())
    return createStringError("-o takes one file; -i rewrites headers too");
  if (!OutputFile.empty() && InPlace)
    return createStringError("-i and -o exclude each other");
  if (!PrintKernels.empty() && PrintKernels != "json")
    return createStringError("--print-kernels: '" + PrintKernels +
                             "' is no format; it is json");
  if (!PrintKernels.empty() && Files.size() > 1)
    return createStringError("--print-kernels takes one file");
  return Error::success();
}

/// LLVM's parser says
///   tool: Unknown command line argument '--varient'.  Try: 'tool --help'
///   tool: Did you mean '--variant'?
/// We say: Unknown command line argument '--varient'. Did you mean '--variant'?
std::string inOneLine(StringRef Message) {
  std::string Result;
  SmallVector<StringRef> Lines;
  Message.trim().split(Lines, '\n');
  for (StringRef Line : Lines) {
    Line = Line.split("  Try: ").first;
    Line.consume_front("cuda-pipeline-rewrite: ");
    Result += (Result.empty() ? "" : " ") + Line.str();
  }
  return Result;
}

/// LLVM's parser takes whatever starts with `--he` for --help.
Error checkHelp(ArrayRef<const char *> Args) {
  const auto &Known = cl::getRegisteredOptions();
  for (StringRef Arg : Args) {
    StringRef Name = Arg.split('=').first;
    if (!Name.consume_front("--") && !Name.consume_front("-"))
      continue;
    if (!Name.starts_with("he") || Name.starts_with("help") ||
        Known.count(Name))
      continue;
    std::pair<unsigned, StringRef> Nearest(Name.edit_distance("help"), "help");
    for (const auto &[Option, Handler] : Known)
      if (Handler->getOptionHiddenFlag() == cl::NotHidden)
        Nearest = std::min(Nearest, {Name.edit_distance(Option), Option});
    return createStringError("Unknown command line argument '" + Arg +
                             "'. Did you mean '--" + Nearest.second + "'?");
  }
  return Error::success();
}

} // namespace

Expected<Settings> readCommandLine(int Argc, const char *const *Argv) {
  // What follows "--" is the compiler's.
  const char *const *End = Argv + Argc;
  const char *const *Dashes = std::find(Argv, End, StringRef("--"));
  Settings Result;
  if (Dashes != End)
    Result.Frontend.InlineFlags.assign(Dashes + 1, End);

  cl::HideUnrelatedOptions({&Rewriting, &Output, &Reading});
  cl::SetVersionPrinter(printVersion);
  if (Error Failure = checkHelp(ArrayRef(Argv + 1, Dashes)))
    return Failure;
  std::string Message;
  raw_string_ostream Errors(Message);
  if (!cl::ParseCommandLineOptions(Dashes - Argv, Argv, Overview, &Errors))
    return createStringError(inOneLine(Message));

  if (Error Failure = checkFiles())
    return Failure;
  if (Error Failure = readRewrite(Result.Rewrite))
    return Failure;
  if (Error Failure = readFrontend(Result.Frontend))
    return Failure;
  if (Error Failure = readGpu(Result))
    return Failure;
  if (!Lines.empty()) {
    Expected<LineFilter> Filter = LineFilter::parse(Lines);
    if (!Filter)
      return Filter.takeError();
    Result.Lines = std::move(*Filter);
  }
  Result.Files = Files;
  Result.Rewrite.OtherFiles = Result.Files;
  if (Result.Frontend.Database)
    append_range(Result.Rewrite.OtherFiles,
                 Result.Frontend.Database->cudaFiles());
  Result.Rewrite.ProgramIsKnown = Result.Frontend.Database.has_value();
  Result.OutputFile = OutputFile;
  Result.FormatStyle = FormatStyle;
  Result.InPlace = InPlace && !DryRun;
  Result.Check = Check;
  Result.Explain = Explain;
  Result.Quiet = Quiet;
  Result.Verbose = Verbose;
  Result.WarningsAsErrors = WarningsAsErrors;
  Result.PrintKernels = !PrintKernels.empty();
  Result.ColorOutput = wantsColor(1);
  Result.ColorErrors = wantsColor(2);
  Result.Jobs = Jobs ? Jobs : std::thread::hardware_concurrency();
  return Result;
}

} // namespace cudapipe
