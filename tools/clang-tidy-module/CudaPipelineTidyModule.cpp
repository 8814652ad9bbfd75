//===- CudaPipelineTidyModule.cpp - The checks of clang-tidy --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   clang-tidy-22 --load=CudaPipelineTidyModule.so
//   --checks='-*,cuda-pipeline-*'
//
// Links no library of LLVM: clang-tidy and its libclang-cpp.so have all of it.
//
//===----------------------------------------------------------------------===//

#include "FileFindings.h"
#include "ParsedCommand.h"
#include "clang-tidy/ClangTidyCheck.h"
#include "clang-tidy/ClangTidyModule.h"
#include "clang-tidy/ClangTidyOptions.h"
#include "cudapipe/Emit/RuleText.h"
#include "cudapipe/Match/NoLint.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace clang::tidy;
using namespace llvm;

namespace cudapipe {
namespace {

/// Both checks: they differ in what they show.
class PipelineCheck : public ClangTidyCheck {
public:
  PipelineCheck(StringRef Name, ClangTidyContext *Context)
      : ClangTidyCheck(Name, Context), Tidy(*Context),
        // A race does not depend on options; with these it is found at once.
        Shared(LoopCheck, Context->getOptions().CheckOptions, Context),
        Explains(Shared.get("ExplainRejections", false)) {
    Words.Style = Shared.get("Style", "fast").str();
    Words.Variant = Shared.get("Variant", "auto").str();
    Words.Stages = Shared.get("Stages", "auto").str();
    if (std::optional<StringRef> Pad = Shared.get("Pad"))
      Words.Pad = Pad->str();
    Words.Force = Shared.get("Force", false);
    Words.NoCompile = !Shared.get("Compile", true);
    Words.Guess = Shared.get("Guess", false);
    Words.Verdicts = Shared.get("Verdicts", "").str();
    for (auto [Option, Name] :
         {std::pair<StringRef, StringRef>("Variant", "variant"),
          {"Stages", "stages"},
          {"Pad", "pad"},
          {"Force", "force"},
          {"Compile", "no-compile"},
          {"Guess", "guess"},
          {"Verdicts", "verdicts"}})
      if (Shared.get(Option))
        Given.insert(Name.str());
    Arch = Shared.get("Arch", "").str();
    Headers = Shared.get("CudaHeaders", "auto").str();
    if (Error Failure = readWords(Words, Unused))
      complain(toString(std::move(Failure)));
    if (!Arch.empty() && !smVersion(Arch))
      complain("--Arch: '" + Arch +
               "' is not a GPU architecture such as sm_80");
  }

  bool isLanguageVersionSupported(const LangOptions &Lang) const override {
    return Lang.CUDA;
  }
  void registerPPCallbacks(const SourceManager &, Preprocessor *PP,
                           Preprocessor *) override {
    Reader = PP;
  }
  void registerMatchers(ast_matchers::MatchFinder *Finder) override {
    if (IsUsable)
      Finder->addMatcher(ast_matchers::translationUnitDecl(), this);
  }
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

  void storeOptions(ClangTidyOptions::OptionMap &Map) override {
    if (isRace())
      return;
    Options.store(Map, "Style", Words.Style);
    Options.store(Map, "Variant", Words.Variant);
    Options.store(Map, "Stages", Words.Stages);
    Options.store(Map, "Pad", Words.Pad.value_or("auto"));
    Options.store(Map, "Arch", Arch);
    Options.store(Map, "Force", Words.Force);
    Options.store(Map, "Compile", !Words.NoCompile);
    Options.store(Map, "Guess", Words.Guess);
    Options.store(Map, "Verdicts", Words.Verdicts);
    Options.store(Map, "CudaHeaders", Headers);
    Options.store(Map, "ExplainRejections", Explains);
  }

private:
  bool isRace() const { return getID() == RaceCheck; }
  bool shows(const Finding &Found) const {
    if (isRace() || Found.What == Finding::Race)
      return isRace() == (Found.What == Finding::Race);
    return Found.What == Finding::Rewritten ||
           (Explains && Found.Loop.Why->Kind != RejectionKind::NoLint);
  }
  /// The options are named as in a .clang-tidy, not as on a command line.
  void complain(StringRef Message) {
    IsUsable = false;
    Message.consume_front("--");
    if (!isRace())
      configurationDiag("option of " + LoopCheck.str() + ": " + Message.str(),
                        DiagnosticIDs::Error);
  }
  std::string lines() const;
  FileRequest request(const SourceManager &SM, const ASTContext &Ctx) const;
  void show(const Finding &Found, SourceManager &SM);

  ClangTidyContext &Tidy;
  OptionsView Shared;
  bool Explains, IsUsable = true;
  RewriteWords Words;
  std::set<std::string> Given;
  RewriteOptions Unused;
  std::string Arch, Headers;
  Preprocessor *Reader = nullptr;
};

/// clang-tidy drops diagnostics outside of its --line-filter, but the first
/// loop that stays must bring the includes.
std::string PipelineCheck::lines() const {
  const auto &Filters = Tidy.getGlobalOptions().LineFilter;
  if (Filters.empty())
    return "";
  std::string Out;
  raw_string_ostream OS(Out);
  json::OStream J(OS);
  J.array([&] {
    for (const FileFilter &Filter : Filters)
      J.object([&] {
        J.attribute("name", Filter.Name);
        if (Filter.LineRanges.empty())
          return;
        J.attributeArray("lines", [&] {
          for (const auto &[First, Last] : Filter.LineRanges)
            J.array([&, First = First, Last = Last] {
              J.value(First);
              J.value(Last);
            });
        });
      });
  });
  return Out;
}

FileRequest PipelineCheck::request(const SourceManager &SM,
                                   const ASTContext &Ctx) const {
  FileRequest Out;
  Out.Frontend = parsedCommand(*Reader, Ctx);
  Out.Frontend.GpuArch = Arch;
  if (Headers == "embedded")
    Out.Frontend.Headers = HeaderSource::Embedded;
  Out.Words = Words;
  Out.Given = Given;
  Out.Words.HeaderFilter = Tidy.getOptions().HeaderFilterRegex.value_or("");
  Out.Lines = lines();
  if (OptionalFileEntryRef Main = SM.getFileEntryRefForID(SM.getMainFileID())) {
    SmallString<256> Path(Main->getName());
    SM.getFileManager().makeAbsolutePath(Path);
    Out.File = std::string(Path);
  }
  return Out;
}

/// \p Offset of \p File, which clang-tidy may not have read.
SourceLocation locate(StringRef File, size_t Offset, SourceManager &SM) {
  OptionalFileEntryRef Entry =
      SM.getFileManager().getOptionalFileRef(File, /*OpenFile=*/false);
  if (!Entry)
    return {};
  FileID Id = SM.translateFile(*Entry);
  if (Id.isInvalid())
    Id = SM.getOrCreateFileID(*Entry, SrcMgr::C_User);
  return SM.getLocForStartOfFile(Id).getLocWithOffset(Offset);
}

/// clang-tidy prints the code of all edits below a warning that has them: only
/// where they are asked for. A host that has no such options gets them.
bool wantsEdits() {
  const auto &Known = cl::getRegisteredOptions();
  if (!Known.contains("fix"))
    return true;
  return any_of(std::initializer_list<StringRef>{"fix", "fix-errors",
                                                 "fix-notes", "export-fixes"},
                [&](StringRef Name) {
                  auto It = Known.find(Name);
                  return It != Known.end() &&
                         It->second->getNumOccurrences() > 0;
                });
}

void PipelineCheck::show(const Finding &Found, SourceManager &SM) {
  std::string Message = Found.Message;
  if (Found.What == Finding::LeftAlone)
    Message += ", see " + helpFor(ruleOf(Found));
  {
    DiagnosticBuilder Diag =
        diag(locate(Found.At.File, Found.At.Offset, SM), "%0") << Message;
    static const bool HasEdits = wantsEdits();
    for (const auto &[File, Edit] :
         HasEdits ? Found.Edits : std::vector<FileEdit>()) {
      SourceLocation Begin = locate(File, Edit.Offset, SM);
      Diag << FixItHint::CreateReplacement(
          CharSourceRange::getCharRange(Begin,
                                        Begin.getLocWithOffset(Edit.Length)),
          Edit.Text);
    }
  }
  for (const FindingNote &Note : Found.Notes)
    diag(locate(Note.At.File, Note.At.Offset, SM), "%0", DiagnosticIDs::Note)
        << Note.Message;
}

void PipelineCheck::check(
    const ast_matchers::MatchFinder::MatchResult &Result) {
  SourceManager &SM = *Result.SourceManager;
  FileRequest Request = request(SM, *Result.Context);
  if (Request.File.empty())
    return;
  const FileFindings &Findings = findIn(Request);
  if (!Findings.Failure.empty() && !isRace())
    diag(SM.getLocForStartOfFile(SM.getMainFileID()),
         "the file cannot be read for K-loops: %0")
        << Findings.Failure;
  for (const Finding &Found : Findings.All)
    if (shows(Found))
      show(Found, SM);
}

class CudaPipelineModule : public ClangTidyModule {
public:
  void addCheckFactories(ClangTidyCheckFactories &Factories) override {
    Factories.registerCheck<PipelineCheck>(LoopCheck);
    Factories.registerCheck<PipelineCheck>(RaceCheck);
  }
};

ClangTidyModuleRegistry::Add<CudaPipelineModule>
    Registered("cuda-pipeline-module", "K-loops of CUDA kernels.");

} // namespace
} // namespace cudapipe
