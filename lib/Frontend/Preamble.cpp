//===- Preamble.cpp - The headers of a file, parsed once ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Preamble.h"
#include "AgreeingTargets.h"
#include "ErrorCollector.h"
#include "HeaderRules.h"
#include "SharedVariables.h"
#include "cudapipe/Frontend/HeaderReads.h"
#include "cudapipe/Frontend/UserFiles.h"
#include "cudapipe/Match/EditScope.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "clang/Serialization/ASTReader.h"
#include "clang/Serialization/ASTWriter.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

constexpr StringRef PrecompiledName = "/__cudapipe_precompiled__.pch";

/// Calls of the preprocessor for directives of one file in front of an offset.
class FrontWatcher : public PPCallbacks {
public:
  FrontWatcher(Preprocessor &PP, unsigned End)
      : PP(PP), SM(PP.getSourceManager()), End(End) {}

  void If(SourceLocation Loc, SourceRange, ConditionValueKind Value) override {
    tell(Loc, Value == CVK_True);
  }
  void Elif(SourceLocation Loc, SourceRange, ConditionValueKind Value,
            SourceLocation) override {
    tell(Loc, Value == CVK_True);
  }
  void Ifdef(SourceLocation Loc, const Token &,
             const MacroDefinition &Definition) override {
    looksAt(Definition);
    tell(Loc, bool(Definition));
  }
  void Ifndef(SourceLocation Loc, const Token &,
              const MacroDefinition &Definition) override {
    looksAt(Definition);
    tell(Loc, !Definition);
  }
  void Defined(const Token &, const MacroDefinition &Definition,
               SourceRange) override {
    looksAt(Definition);
  }
  void MacroExpands(const Token &, const MacroDefinition &Definition,
                    SourceRange, const MacroArgs *) override {
    looksAt(Definition);
  }

protected:
  /// The condition at \p At holds, or does not.
  virtual void condition(unsigned At, bool Holds) = 0;
  /// What is read now depends on a macro.
  virtual void looksAt(const MacroDefinition &) {}

  /// The offset of \p Loc in the front.
  std::optional<unsigned> inFront(SourceLocation Loc) const {
    if (Loc.isInvalid() || !Loc.isFileID())
      return std::nullopt;
    auto [File, At] = SM.getDecomposedLoc(Loc);
    return File == SM.getMainFileID() && At < End ? std::optional(At)
                                                  : std::nullopt;
  }

  Preprocessor &PP;
  SourceManager &SM;

private:
  void tell(SourceLocation Loc, bool Holds) {
    if (std::optional<unsigned> At = inFront(Loc))
      condition(*At, Holds);
  }

  unsigned End;
};

/// Compares a second reading of the front with the first: the headers are known
/// already, so it yields no token, and leaves each macro as it was.
class SecondReading : public FrontWatcher {
public:
  SecondReading(Preprocessor &PP, const FrontMatch &Match,
                std::vector<bool> Expected, const llvm::StringSet<> &UserWords,
                std::optional<unsigned> &Differs)
      : FrontWatcher(PP, Match.End), Match(Match),
        Expected(std::move(Expected)), UserWords(UserWords), Differs(Differs) {
    PP.setTokenWatcher([this](const Token &Tok) { token(Tok); });
  }

  void FileChanged(SourceLocation Loc, FileChangeReason Reason,
                   SrcMgr::CharacteristicKind Kind, FileID) override {
    if (IsDone || !Loc.isFileID())
      return;
    if (Reason == ExitFile && SM.getFileID(Loc) == SM.getMainFileID())
      IsAdded = false;
    if (Reason != EnterFile)
      return;
    std::optional<unsigned> From = inFront(SM.getIncludeLoc(SM.getFileID(Loc)));
    if (!From)
      return SM.isInMainFile(SM.getIncludeLoc(SM.getFileID(Loc))) ? finish()
                                                                  : void();
    At = *From;
    IsAdded = isAdded(At);
    if (IsAdded && !SrcMgr::isSystem(Kind))
      differ(At);
  }

  void MacroDefined(const Token &Name, const MacroDirective *Now) override {
    const MacroDirective *Before = Now->getPrevious();
    change(Name,
           Before && Before->isDefined() ? Before->getMacroInfo() : nullptr);
    // A header of the user behind what was added should have seen it.
    if (IsAdded && UserWords.contains(Name.getIdentifierInfo()->getName()))
      differ(At);
  }
  void MacroUndefined(const Token &Name, const MacroDefinition &Before,
                      const MacroDirective *) override {
    change(Name, Before.getMacroInfo());
  }

protected:
  void condition(unsigned Offset, bool Holds) override {
    if (Next >= Expected.size() || Expected[Next] != Holds)
      differ(Offset);
    ++Next;
  }
  /// What was added stands in front of headers that it should not know yet.
  void looksAt(const MacroDefinition &Definition) override {
    const MacroInfo *Macro = IsAdded ? Definition.getMacroInfo() : nullptr;
    SourceLocation From = Macro ? Macro->getDefinitionLoc() : SourceLocation();
    if (From.isValid() && SM.isLoadedSourceLocation(From) &&
        !SM.isInSystemHeader(From) && !SM.isWrittenInBuiltinFile(From) &&
        !SM.isWrittenInCommandLineFile(From))
      differ(At);
  }

private:
  void differ(unsigned Offset) {
    Differs = std::min(Differs.value_or(Offset), Offset);
  }

  /// The includes of Match stand in lines of their own.
  bool isAdded(unsigned Offset) const {
    StringRef Text = SM.getBufferData(SM.getMainFileID());
    size_t Line = Text.rfind('\n', Offset);
    Line = Line == StringRef::npos ? 0 : Line + 1;
    return llvm::any_of(Match.Added, [&](unsigned Begin) {
      return Begin >= Line && Begin <= Offset;
    });
  }

  /// Notes what a macro was before the front was read again.
  void change(const Token &Name, const MacroInfo *Before) {
    if (IsDone || IsAdded)
      return;
    std::optional<unsigned> Here = inFront(Name.getLocation());
    if (!Here && SM.isInMainFile(Name.getLocation()))
      return; // Behind the front, in front of the first token.
    if (Here || SM.isLocalSourceLocation(Name.getLocation()))
      Changed.try_emplace(Name.getIdentifierInfo(), Before, Here.value_or(At));
  }

  void token(const Token &Tok) {
    if (IsDone || IsAdded)
      return;
    SourceLocation Place = SM.getExpansionLoc(Tok.getLocation());
    if (SM.getFileID(Place) == SM.getMainFileID() && !inFront(Place))
      finish();
    else
      differ(At);
  }

  /// What comes now is read for the first time.
  void finish() {
    IsDone = true;
    for (const auto &[Macro, Before] : Changed) {
      const MacroInfo *Now = PP.getMacroInfo(Macro);
      if (bool(Now) != bool(Before.first) ||
          (Now && !Now->isIdenticalTo(*Before.first, PP,
                                      /*Syntactically=*/true)))
        differ(Before.second);
    }
  }

  const FrontMatch &Match;
  const std::vector<bool> Expected;
  const llvm::StringSet<> &UserWords;
  /// Where the front says something else.
  std::optional<unsigned> &Differs;
  /// What macros were, and where that was changed first.
  llvm::DenseMap<const IdentifierInfo *, std::pair<const MacroInfo *, unsigned>>
      Changed;
  size_t Next = 0;
  /// The last include.
  unsigned At = 0;
  bool IsAdded = false, IsDone = false;
};

} // namespace

/// Writes a Preamble.
class PreambleWriter : public PCHGenerator {
public:
  PreambleWriter(CompilerInstance &Compiler, Preamble &Out)
      : PCHGenerator(Compiler.getPreprocessor(), Compiler.getModuleCache(), "",
                     "", std::make_shared<PCHBuffer>(),
                     Compiler.getCodeGenOpts(), {},
                     /*AllowASTWithErrors=*/true, /*IncludeTimestamps=*/false),
        SM(Compiler.getSourceManager()), Targets(Compiler), Out(Out) {}

  bool shouldSkipFunctionBody(Decl *Function) override {
    return isBodySkipped(*Function, SM);
  }
  void HandleTagDeclDefinition(TagDecl *Tag) override {
    makeTrivialAsNvcc(*Tag, SM);
    Targets.mendIn(*Tag);
  }
  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    delayConstructors(Group, *Compiling);
    for (Decl *D : Group)
      if (SourceLocation At = D->getLocation();
          At.isValid() && !SM.isInSystemHeader(SM.getExpansionLoc(At)))
        UserDecls.push_back(D);
    return true;
  }
  void InitializeSema(Sema &S) override {
    Compiling = &S;
    PCHGenerator::InitializeSema(S);
  }
  void HandleTranslationUnit(ASTContext &Context) override {
    // What is refused only where a kernel leads to it is not precompiled.
    for (const auto &Entry : Compiling->DeviceDeferredDiags)
      if (!SM.isInSystemHeader(Entry.first->getLocation()))
        return;
    // Bodies that are searched for such calls, each time.
    Compiling->DeclsToCheckForDeferredDiags.remove_if([&](const Decl *D) {
      return SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation()));
    });
    // Of use for warnings only; each parse would read them all.
    auto &Unused = Compiling->UnusedFileScopedDecls;
    Unused.erase(Unused.begin(nullptr, /*LocalOnly=*/true), Unused.end());
    PCHGenerator::HandleTranslationUnit(Context);
    if (!hasEmittedPCH())
      return;
    for (Decl *D : UserDecls)
      Out.UserDecls.push_back(getWriter().getDeclID(D));
    Out.Precompiled = llvm::MemoryBuffer::getMemBufferCopy(
        StringRef(getPCH().data(), getPCH().size()), PrecompiledName);
    noteFiles();
  }

  /// What the first reading of the front tells.
  class FirstReading : public FrontWatcher {
  public:
    FirstReading(Preprocessor &PP, Preamble &Out, HeaderFilter MayEdit,
                 unsigned &Cut)
        : FrontWatcher(PP, Out.Front.size()), Out(Out), MayEdit(MayEdit),
          Cut(Cut) {}

    void FileChanged(SourceLocation Loc, FileChangeReason Reason,
                     SrcMgr::CharacteristicKind Kind, FileID) override {
      if (Reason != EnterFile || !Loc.isFileID())
        return;
      FileID File = SM.getFileID(Loc);
      OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
      if (!Entry || File == SM.getMainFileID())
        return;
      std::string Name = canonicalPath(Entry->getName(), SM);
      std::optional<unsigned> From = inFront(SM.getIncludeLoc(File));
      if (!SrcMgr::isSystem(Kind) && MayEdit(Name))
        cutAt(From ? *From : outermost(File));
      Out.Files.insert(Name);
      if (From && !SrcMgr::isSystem(Kind))
        Direct.push_back({*From, *Entry});
    }
    /// The user's headers without a guard are read each time.
    void EndOfMainFile() override {
      for (const auto &[From, Entry] : Direct)
        if (!PP.getHeaderSearchInfo().isFileMultipleIncludeGuarded(Entry))
          cutAt(From);
    }

  protected:
    void condition(unsigned, bool Holds) override {
      Out.Holds.push_back(Holds);
    }

  private:
    void cutAt(unsigned At) { Cut = std::min(Cut, At); }
    unsigned outermost(FileID File) const {
      SourceLocation From = SM.getIncludeLoc(File);
      while (From.isValid() && SM.getFileID(From) != SM.getMainFileID())
        From = SM.getIncludeLoc(SM.getFileID(From));
      return inFront(From).value_or(0);
    }
    Preamble &Out;
    HeaderFilter MayEdit;
    unsigned &Cut;
    std::vector<std::pair<unsigned, FileEntryRef>> Direct;
  };

private:
  void addWords(FileID File) {
    Lexer Lex(File, SM.getBufferOrFake(File), SM,
              getPreprocessor().getLangOpts());
    Token Tok;
    for (bool AtEnd = false; !AtEnd;) {
      AtEnd = Lex.LexFromRawLexer(Tok);
      if (Tok.is(tok::raw_identifier))
        Out.UserWords.insert(Tok.getRawIdentifier());
    }
  }
  static Preamble::Place placeOf(SourceLocation Loc) {
    return SourceLocationEncoding::encode(Loc, 0, 0);
  }
  void noteFiles() {
    forUserBuffers(SM, [&](FileID File) {
      if (File == SM.getMainFileID())
        return;
      Out.UserFiles.push_back(placeOf(SM.getLocForStartOfFile(File)));
      if (SM.getFileEntryRefForID(File))
        addWords(File);
    });
    llvm::DenseSet<SourceLocation> Seen;
    forReadMacros(SM, [&](SourceLocation From) {
      auto [File, At] = SM.getDecomposedLoc(From);
      if (SM.isInSystemHeader(From) || !Seen.insert(From).second)
        return;
      if (File == SM.getMainFileID())
        Out.UsedInFront.push_back(At);
      else
        Out.UsedMacros.push_back(placeOf(From));
    });
  }

  SourceManager &SM;
  AgreeingTargets Targets;
  Preamble &Out;
  Sema *Compiling = nullptr;
  std::vector<Decl *> UserDecls;
};

namespace {

class WritePreamble : public ASTFrontendAction {
public:
  WritePreamble(Preamble &Out, unsigned FrontSize, HeaderFilter MayEdit,
                unsigned &Cut)
      : Out(Out), MayEdit(MayEdit), Cut(Cut) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 StringRef) override {
    Preprocessor &PP = Compiler.getPreprocessor();
    watchHeaderReads(PP);
    PP.addPPCallbacks(
        std::make_unique<PreambleWriter::FirstReading>(PP, Out, MayEdit, Cut));
    return std::make_unique<PreambleWriter>(Compiler, Out);
  }
  TranslationUnitKind getTranslationUnitKind() override { return TU_Prefix; }
  bool hasASTFileSupport() const override { return false; }

private:
  Preamble &Out;
  HeaderFilter MayEdit;
  unsigned &Cut;
};

} // namespace

std::vector<FrontDirective> frontOf(StringRef Text, const LangOptions &Options,
                                    unsigned End) {
  const std::string Ended = Text.str();
  Lexer Lex(SourceLocation(), Options, Ended.c_str(), Ended.c_str(),
            Ended.c_str() + Ended.size());
  std::vector<FrontDirective> Out;
  size_t Whole = 0;
  unsigned Depth = 0;
  bool HasInclude = false;
  Token Tok;
  Lex.LexFromRawLexer(Tok);
  auto EndOf = [&] { return unsigned(Lex.getCurrentBufferOffset()); };
  while (Tok.is(tok::hash) && Tok.isAtStartOfLine()) {
    FrontDirective D;
    D.Begin = EndOf() - Tok.getLength();
    D.End = EndOf();
    Lex.LexFromRawLexer(Tok);
    StringRef Word = Tok.is(tok::raw_identifier) && !Tok.isAtStartOfLine()
                         ? Tok.getRawIdentifier()
                         : "";
    StringRef Argument;
    for (bool IsFirst = true; !Tok.is(tok::eof) && !Tok.isAtStartOfLine();
         IsFirst = false) {
      if (!IsFirst && Argument.empty() && Tok.is(tok::raw_identifier))
        Argument = Tok.getRawIdentifier();
      D.End = EndOf();
      if (Lex.LexFromRawLexer(Tok))
        break;
    }
    D.Text = Text.slice(D.Begin, D.End);
    bool Opens = Word == "if" || Word == "ifdef" || Word == "ifndef";
    if (Word == "include") {
      D.Kind = FrontDirective::Include;
      HasInclude = true;
    } else if (Opens || Word == "elif") {
      D.Kind = FrontDirective::Condition;
      Depth += Opens;
    } else if (Word == "endif" && Depth > 0) {
      --Depth;
    } else if (Word != "define" && Word != "undef" && Word != "else" &&
               !(Word == "pragma" && Argument == "once")) {
      break;
    }
    if (D.End > End)
      break;
    Out.push_back(D);
    if (Depth == 0 && HasInclude) {
      Whole = Out.size();
      HasInclude = false;
    }
  }
  Out.resize(Whole);
  return Out;
}

std::shared_ptr<const Preamble>
Preamble::build(const CompilerInvocation &Invocation, StringRef Path,
                StringRef Text, unsigned End,
                llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
                HeaderFilter MayEdit) {
  for (unsigned Try = 0; Try < 3; ++Try) {
    auto Out = std::make_shared<Preamble>();
    Out->FrontPath = (Path + ".front").str();
    std::vector<FrontDirective> All =
        frontOf(Text, Invocation.getLangOpts(), End);
    Out->Front = Text.take_front(All.empty() ? 0 : All.back().End).str() + "\n";
    Out->Directives = frontOf(Out->Front, Invocation.getLangOpts());

    auto Mine = std::make_shared<CompilerInvocation>(Invocation);
    Mine->getFrontendOpts().Inputs.assign(
        1, FrontendInputFile(Out->FrontPath, InputKind(Language::CUDA)));
    Mine->getFrontendOpts().ProgramAction = frontend::GeneratePCH;
    Mine->getFrontendOpts().SkipFunctionBodies = true;
    Mine->getFrontendOpts().DisableFree = false;
    Mine->getLangOpts().CompilingPCH = true;
    Mine->getPreprocessorOpts().AllowPCHWithCompilerErrors = true;

    auto Fronts = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    Fronts->addFileNoOwn(Out->FrontPath, /*ModificationTime=*/0,
                         llvm::MemoryBufferRef(Out->Front, Out->FrontPath));
    auto FileSystem =
        llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(Files);
    FileSystem->pushOverlay(Fronts);
    auto Manager =
        llvm::makeIntrusiveRefCnt<FileManager>(FileSystemOptions(), FileSystem);
    CompilerInstance Compiler(std::move(Mine));
    ErrorCollector Collector;
    startCompiler(Compiler, *Manager, Collector);
    unsigned Cut = End;
    WritePreamble Action(*Out, Out->Front.size(), MayEdit, Cut);
    if (!Compiler.ExecuteAction(Action) || !Out->Precompiled)
      return nullptr;
    if (Cut < End) {
      End = Cut;
      continue;
    }
    for (ParseError &Error : Collector.Errors)
      // Those of the front itself come again.
      if (!Error.MayHideKernel && Error.File != Out->FrontPath)
        Out->Errors.push_back(
            {SourceLocationEncoding::encode(Error.Location, 0, 0), Error});
    return Out;
  }
  return nullptr;
}

std::optional<FrontMatch> Preamble::match(StringRef Text,
                                          const LangOptions &Options) const {
  FrontMatch Out;
  if (Directives.empty())
    return Out;
  size_t At = 0;
  for (const FrontDirective &D : frontOf(Text, Options)) {
    if (D.Text == Directives[At].Text) {
      Out.Begins.push_back(D.Begin);
      if (++At == Directives.size()) {
        Out.End = D.End;
        return Out;
      }
      continue;
    }
    if (D.Kind != FrontDirective::Include)
      return std::nullopt;
    Out.Added.push_back(D.Begin);
  }
  return std::nullopt;
}

void Preamble::use(CompilerInvocation &Invocation,
                   llvm::vfs::InMemoryFileSystem &Into) const {
  PreprocessorOptions &Options = Invocation.getPreprocessorOpts();
  Options.ImplicitPCHInclude = PrecompiledName.str();
  Options.Includes.clear();
  Options.AllowPCHWithCompilerErrors = true;
  Options.DisablePCHOrModuleValidation = DisableValidationForModuleKind::PCH;
  Into.addFileNoOwn(PrecompiledName, /*ModificationTime=*/0,
                    Precompiled->getMemBufferRef());
  Into.addFileNoOwn(FrontPath, /*ModificationTime=*/0,
                    llvm::MemoryBufferRef(Front, FrontPath));
}

void Preamble::watch(CompilerInstance &Compiler, const FrontMatch &Match,
                     std::optional<unsigned> &Differs) const {
  Preprocessor &PP = Compiler.getPreprocessor();
  PP.addPPCallbacks(
      std::make_unique<SecondReading>(PP, Match, Holds, UserWords, Differs));
}

PrecompiledFiles Preamble::tell(CompilerInstance &Compiler,
                                const FrontMatch &Match,
                                std::vector<ParseError> &Into) const {
  ASTReader &Reader = *Compiler.getASTReader();
  serialization::ModuleFile &Module =
      Reader.getModuleManager().getPrimaryModule();
  const SourceManager &SM = Compiler.getSourceManager();
  auto Translate = [&](Place From) {
    return Reader.ReadSourceLocation(Module, From);
  };
  std::vector<ParseError> All;
  for (const auto &[At, Error] : Errors) {
    All.push_back(Error);
    All.back().Location = Translate(At);
  }
  Into.insert(Into.begin(), All.begin(), All.end());

  PrecompiledFiles Out;
  for (Place Start : UserFiles)
    Out.Buffers.push_back(SM.getFileID(Translate(Start)));
  for (Place From : UsedMacros)
    Out.ReadMacros.push_back(Translate(From));
  SourceLocation Main = SM.getLocForStartOfFile(SM.getMainFileID());
  for (unsigned At : UsedInFront)
    for (auto [D, Begin] : llvm::zip_equal(Directives, Match.Begins))
      if (D.Begin <= At && At < D.End)
        Out.ReadMacros.push_back(Main.getLocWithOffset(Begin + At - D.Begin));

  ASTContext &Context = Compiler.getASTContext();
  std::vector<Decl *> Scope;
  for (LocalDeclID ID : UserDecls)
    Scope.push_back(Reader.GetLocalDecl(Module, ID));
  for (Decl *D : Context.getTranslationUnitDecl()->noload_decls())
    if (!D->isFromASTFile())
      Scope.push_back(D);
  Context.setTraversalScope(Scope);
  return Out;
}

} // namespace cudapipe
