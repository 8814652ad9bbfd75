//===- OutputSettings.cpp - What comes out --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Choice.h"
#include "SettingsGroups.h"
#include "cudapipe/Emit/RuleText.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace cudapipe {

cl::OptionCategory &outputOptions() {
  static cl::OptionCategory Output("Output (default: a diff on stdout)");
  return Output;
}

namespace {

cl::OptionCategory &Output = outputOptions();

cl::opt<bool> InPlace("i", cl::cat(Output), cl::desc("Rewrite files in place"));
cl::alias Fix("fix", cl::aliasopt(InPlace), cl::cat(Output),
              cl::desc("Alias for -i"), cl::NotHidden);
cl::alias InPlaceSpelledOut("in-place", cl::aliasopt(InPlace), cl::cat(Output),
                            cl::Hidden);
cl::opt<std::string> OutputFile("o", cl::cat(Output), cl::value_desc("file"),
                                cl::desc("Write the whole result there; - is "
                                         "stdout"));
cl::opt<bool> Check("check", cl::cat(Output),
                    cl::desc("Write nothing; exit 1 if a file would change"));
cl::opt<bool> DryRun("dry-run", cl::cat(Output), cl::Hidden,
                     cl::desc("The default: show, do not write"));
cl::alias DryRunShort("n", cl::aliasopt(DryRun), cl::cat(Output), cl::Hidden);
cl::alias Diff("diff", cl::aliasopt(DryRun), cl::cat(Output), cl::Hidden);
cl::opt<bool>
    Explain("explain", cl::cat(Output),
            cl::desc("Say for every K-loop what is done, or why not"));
cl::opt<std::string>
    ExplainRule("explain-rule", cl::cat(Output), cl::value_desc("id"),
                cl::desc("Print what the documentation says of a reason that "
                         "--explain names, and nothing else"));
cl::opt<bool> Quiet("quiet", cl::cat(Output),
                    cl::desc("No remarks; errors only"));
cl::opt<bool> Verbose("verbose", cl::cat(Output),
                      cl::desc("Show the command each file is parsed with"));
cl::opt<std::string>
    ExportFixes("export-fixes", cl::cat(Output), cl::value_desc("yaml"),
                cl::desc("Write rewrites there, for clang-apply-replacements"));
cl::opt<std::string> Sarif("sarif", cl::cat(Output), cl::value_desc("file"),
                           cl::desc("Write findings there, for code scanning"));
cl::opt<std::string> Json("json", cl::ValueOptional, cl::cat(Output),
                          cl::value_desc("file"),
                          cl::desc("Write every K-loop there (default: on "
                                   "stdout), for scripts"));
cl::opt<bool> SkipUnreadable(
    "skip-unreadable", cl::cat(Output),
    cl::desc(
        "One line, and no error, for kernels that a missing header hides"));
cl::opt<bool> Strict("strict", cl::cat(Output),
                     cl::desc("Undo --skip-unreadable"));
cl::opt<bool> DumpConfig("dump-config", cl::cat(Output),
                         cl::desc("Print the .cuda-pipeline that the file has, "
                                  "with the options given"));
cl::opt<bool> PrintCommand(
    "print-compile-command", cl::cat(Output),
    cl::desc("Print the command that Clang reads the file with, for a shell"));
cl::opt<std::string> ExportCommands(
    "export-compile-commands", cl::cat(Output), cl::value_desc("dir"),
    cl::desc("Write a compile_commands.json there that clang-tidy and clangd "
             "understand"));
cl::alias VerboseShort("v", cl::aliasopt(Verbose), cl::cat(Output), cl::Hidden);
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

bool wantsColor(int Descriptor) {
  if (UseColor == cl::BOU_UNSET)
    return sys::Process::FileDescriptorHasColors(Descriptor);
  return UseColor == cl::BOU_TRUE;
}

Error checkTogether(const Settings &Result) {
  bool Several = Result.Files.size() > 1;
  if (!OutputFile.empty() && Several)
    return createStringError("-o takes one file; -i rewrites many");
  if (!OutputFile.empty() && !Result.Rewrite.Loops.HeaderRegex.empty())
    return createStringError("-o takes one file; -i rewrites headers too");
  if (InPlace && Result.Frontend.Typed)
    return createStringError("-i: stdin is no file; -o - prints the result");
  if (!OutputFile.empty() && InPlace)
    return createStringError("-i and -o exclude each other");
  std::string OnStdout = OutputFile == "-" ? "-o -" : "";
  for (const auto &[Option, File] :
       {std::pair<StringRef, StringRef>("--export-fixes=-",
                                        Result.Output.FixesFile),
        {"--sarif=-", Result.Output.SarifFile},
        {"--json", Result.Output.JsonFile}}) {
    if (File != "-")
      continue;
    if (!OnStdout.empty())
      return createStringError(OnStdout + " and " + Option +
                               " both write to stdout; name a file");
    OnStdout = Option.str();
  }
  // `--sarif a.cu b.cu`: the first was meant to be read.
  for (const auto &[Option, File] :
       {std::pair<StringRef, StringRef>("--export-fixes",
                                        Result.Output.FixesFile),
        {"--sarif", Result.Output.SarifFile},
        {"--json", Result.Output.JsonFile}})
    if (StringRef Ending = sys::path::extension(File);
        Ending == ".cu" || Ending == ".cuh" || Ending == ".cpp" ||
        Ending == ".h" || Ending == ".hpp" || Ending == ".cc")
      return createStringError(Option + ": '" + File +
                               "' is a source, which would be overwritten; "
                               "name the file to write");
  if (!PrintKernels.empty() && PrintKernels != "json")
    return createStringError("--print-kernels: '" + PrintKernels +
                             "' is no format; it is json");
  if (!PrintKernels.empty() && Several)
    return createStringError("--print-kernels takes one file");
  return Error::success();
}

} // namespace

Error readAskedRule(Settings &Result) {
  if (!ExplainRule.getNumOccurrences())
    return Error::success();
  Result.AsksRule = ExplainRule;
  const std::vector<StringRef> Known = allRules();
  return is_contained(Known, Result.AsksRule)
             ? Error::success()
             : unknownChoice("explain-rule", Result.AsksRule, Known);
}

Error readOutput(Settings &Result) {
  Result.Output.FixesFile = ExportFixes;
  Result.Output.SarifFile = Sarif;
  Result.Output.JsonFile =
      Json.getNumOccurrences() && Json.empty() ? "-" : Json.getValue();
  if (Error Failure = checkTogether(Result))
    return Failure;
  if (!DumpAfter.empty()) {
    Expected<Phase> After = choose<Phase>("dump-after", DumpAfter,
                                          {{"match", Phase::Match},
                                           {"analyze", Phase::Analyze},
                                           {"plan", Phase::Plan},
                                           {"rewrite", Phase::Rewrite}});
    if (!After)
      return After.takeError();
    Result.Rewrite.DumpAfter = *After;
  }
  Result.Output.OutputFile = OutputFile;
  Result.FormatStyle = FormatStyle;
  if (FormatStyle.getNumOccurrences() > 0)
    Result.Given.insert("format-style");
  Result.Output.InPlace = InPlace && !DryRun;
  Result.Check = Check;
  Result.Console.Explain = Explain;
  Result.Console.Quiet = Quiet;
  Result.Console.Verbose = Verbose;
  Result.Console.WarningsAsErrors = WarningsAsErrors;
  Result.Output.PrintKernels = !PrintKernels.empty();
  Result.SkipsUnreadable = SkipUnreadable && !Strict;
  Result.Output.DumpConfig = DumpConfig;
  Result.Output.PrintsCommands = PrintCommand;
  Result.Output.CommandsDir = ExportCommands;
  Result.Console.ShowsProgress =
      !Quiet && !Verbose && sys::Process::StandardErrIsDisplayed();
  Result.Console.ColorOutput = wantsColor(1);
  Result.Console.ColorErrors = wantsColor(2);
  return Error::success();
}

} // namespace cudapipe
