//===- Unit.cpp - A file that is parsed often -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/Unit.h"
#include "AgreeingTargets.h"
#include "BracedValues.h"
#include "ErrorCollector.h"
#include "HeaderRules.h"
#include "MissingMacros.h"
#include "PreambleFile.h"
#include "SharedVariables.h"
#include "cudapipe/Frontend/DeviceText.h"
#include "cudapipe/Frontend/EmbeddedHeaders.h"
#include "cudapipe/Frontend/HeaderReads.h"
#include "cudapipe/Frontend/UnreadCode.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace cudapipe {
namespace {

/// Clears MayHideKernel of errors that lie in bodies of host functions. An
/// error before the body may be an attribute that Clang does not know.
class HostErrorFinder : public DynamicRecursiveASTVisitor {
public:
  HostErrorFinder(ASTContext &Context, std::vector<ParseError> &Errors)
      : Sources(Context.getSourceManager()), Errors(Errors) {}

  bool VisitFunctionDecl(FunctionDecl *Function) override {
    if (!Function->doesThisDeclarationHaveABody() ||
        Function->hasAttr<CUDAGlobalAttr>() ||
        Function->hasAttr<CUDADeviceAttr>())
      return true;
    SourceRange Range =
        Sources.getExpansionRange(Function->getBody()->getSourceRange())
            .getAsRange();
    for (ParseError &Error : Errors) {
      SourceLocation Place = Sources.getExpansionLoc(Error.Location);
      if (Error.MayHideKernel &&
          !Sources.isBeforeInTranslationUnit(Place, Range.getBegin()) &&
          !Sources.isBeforeInTranslationUnit(Range.getEnd(), Place))
        Error.MayHideKernel = false;
    }
    return true;
  }

private:
  SourceManager &Sources;
  std::vector<ParseError> &Errors;
};

/// A parse that begins with a preamble.
struct Continued {
  const Preamble *From = nullptr;
  FrontMatch Match;
  std::optional<unsigned> Differs;
};

/// Parses one after the other, each with the macros that the one before missed.
struct MacroSearch {
  /// What is defined by now.
  std::vector<MissingMacro> Taken;
  /// What the last parse found, which is then not handed over.
  std::vector<MissingMacro> Found;
  /// It hides no less than that without the last macros, or they break
  /// a header.
  bool IsNoBetter = false;
  bool Looks = true;
  /// weighHidden(), and the errors in headers, of the last parse.
  std::optional<size_t> Hiding;
  size_t InHeaders = 0;
};

/// Where \p Name stands as a word of \p Code.
size_t findWord(llvm::StringRef Code, llvm::StringRef Name) {
  auto IsWord = [&](size_t At) {
    return At < Code.size() && (llvm::isAlnum(Code[At]) || Code[At] == '_');
  };
  size_t At = Code.find(Name);
  while (At != llvm::StringRef::npos &&
         ((At > 0 && IsWord(At - 1)) || IsWord(At + Name.size())))
    At = Code.find(Name, At + 1);
  return At;
}

class HandOver : public ASTConsumer {
public:
  HandOver(CompilerInstance &Compiler, ErrorCollector &Collector,
           Continued &Start, MacroSearch &Search, AstConsumer Consume)
      : Compiler(Compiler), Sources(Compiler.getSourceManager()),
        Targets(Compiler), Collector(Collector), Start(Start), Search(Search),
        Consume(Consume) {}

  bool shouldSkipFunctionBody(Decl *Function) override {
    return isBodySkipped(*Function, Sources);
  }
  void HandleTagDeclDefinition(TagDecl *Tag) override {
    makeTrivialAsNvcc(*Tag, Sources);
    Targets.mendIn(*Tag);
  }
  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    delayConstructors(Group, Compiler.getSema());
    return true;
  }

  void HandleTranslationUnit(ASTContext &Context) override {
    findErrorInAdded();
    if (Start.Differs)
      return;
    std::optional<KnownPrecompiledFiles> Known;
    if (Start.From)
      Known.emplace(Sources,
                    Start.From->tell(Compiler, Start.Match, Collector.Errors));
    if (llvm::any_of(Collector.Errors, [](const ParseError &Error) {
          return Error.MayHideKernel;
        }))
      HostErrorFinder(Context, Collector.Errors).TraverseAST(Context);
    nameHidden(Sources.getBufferData(Sources.getMainFileID()),
               Collector.Errors);
    if (lacksMacros(Context))
      return;
    keepParseErrors(Context, Collector.Errors);
    readBracesAsParentheses(Context);
    llvm::StringSet<> Assumed, MadeUp;
    for (const MissingMacro &Macro : Search.Taken) {
      if (Macro.IsAssumed)
        Assumed.insert(Macro.Name);
      if (!Macro.IsHeader && !Macro.IsFunction)
        MadeUp.insert(Macro.Name);
    }
    keepMadeUpMacros(Context, std::move(MadeUp));
    keepAssumedValues(Context, std::move(Assumed));
    tellTaken();
    Consume(Context, Collector.Errors);
  }

private:
  /// The file is to be read again, with more macros or with fewer.
  bool lacksMacros(const ASTContext &Context) {
    std::vector<unsigned> Offsets;
    for (const ParseError &Error : Collector.Errors) {
      const SourceLocation At = Sources.getExpansionLoc(Error.Location);
      Offsets.push_back(Sources.isInMainFile(At) ? Sources.getFileOffset(At)
                                                 : NotInMainFile);
    }
    const llvm::StringRef Code = Sources.getBufferData(Sources.getMainFileID());
    const size_t Hiding = weighHidden(Code, Collector.Errors, Offsets);
    const size_t InHeaders =
        llvm::count_if(Collector.Errors, [this](const ParseError &Error) {
          return !Sources.isInMainFile(Sources.getExpansionLoc(Error.Location));
        });
    Search.IsNoBetter = Search.Hiding && (Hiding >= *Search.Hiding ||
                                          InHeaders > Search.InHeaders);
    if (Search.IsNoBetter)
      return true;
    if (!Search.Looks || Hiding == 0)
      return false;
    Preprocessor &PP = Compiler.getPreprocessor();
    // An error at a word may have left a declaration of it there.
    auto IsKnown = [&](llvm::StringRef Name, unsigned At) {
      IdentifierInfo &Id = PP.getIdentifierTable().get(Name);
      return Id.isKeyword(Context.getLangOpts()) || Id.hasMacroDefinition() ||
             llvm::any_of(Context.getTranslationUnitDecl()->lookup(&Id),
                          [&](const NamedDecl *D) {
                            const SourceLocation Loc =
                                Sources.getExpansionLoc(D->getLocation());
                            return !Sources.isInMainFile(Loc) ||
                                   Sources.getFileOffset(Loc) != At;
                          });
    };
    Search.Found = findMissingMacros(Code, Collector.Errors, Offsets, IsKnown);
    Search.Hiding = Hiding;
    Search.InHeaders = InHeaders;
    return !Search.Found.empty();
  }

  /// Each macro of ours is an error of the file.
  void tellTaken() {
    const FileID Main = Sources.getMainFileID();
    std::vector<ParseError> Told;
    for (const MissingMacro &Macro : Search.Taken) {
      if (Macro.TakenFor.empty())
        continue;
      // Edits may have moved it.
      const llvm::StringRef Code = Sources.getBufferData(Main);
      const size_t At = Code.substr(Macro.At).starts_with(Macro.Name)
                            ? Macro.At
                            : findWord(Code, Macro.Name);
      if (At == llvm::StringRef::npos)
        continue;
      const PresumedLoc Place = Sources.getPresumedLoc(
          Sources.getLocForStartOfFile(Main).getLocWithOffset(At));
      ParseError Error;
      Error.File = Place.getFilename();
      Error.Line = Place.getLine();
      Error.Column = Place.getColumn();
      Error.Message = takenForMessage(Macro);
      Told.push_back(std::move(Error));
    }
    Collector.Errors.insert(Collector.Errors.begin(), Told.begin(), Told.end());
  }

  /// A header that was added may not compile because of macros that it should
  /// not know yet: a call of one without all arguments is no expansion.
  void findErrorInAdded() {
    for (const ParseError &Error : Collector.Errors) {
      SourceLocation Loc = Sources.getExpansionLoc(Error.Location);
      while (Loc.isValid() && !Sources.isInMainFile(Loc))
        Loc = Sources.getIncludeLoc(Sources.getFileID(Loc));
      if (Loc.isInvalid() || Sources.isInMainFile(Error.Location))
        continue;
      const unsigned At = Sources.getFileOffset(Loc);
      for (unsigned Begin : Start.Match.Added)
        if (Sources.getLineNumber(Sources.getMainFileID(), Begin) ==
            Sources.getLineNumber(Sources.getMainFileID(), At))
          Start.Differs = std::min(Start.Differs.value_or(Begin), Begin);
    }
  }

  CompilerInstance &Compiler;
  SourceManager &Sources;
  AgreeingTargets Targets;
  ErrorCollector &Collector;
  Continued &Start;
  MacroSearch &Search;
  AstConsumer Consume;
};

class HandOverAction : public ASTFrontendAction {
public:
  HandOverAction(ErrorCollector &Collector, Continued &Start,
                 MacroSearch &Search, AstConsumer Consume)
      : Collector(Collector), Start(Start), Search(Search), Consume(Consume) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 llvm::StringRef) override {
    watchHeaderReads(Compiler.getPreprocessor());
    if (Start.From)
      Start.From->watch(Compiler, Start.Match, Start.Differs);
    return std::make_unique<HandOver>(Compiler, Collector, Start, Search,
                                      Consume);
  }

private:
  ErrorCollector &Collector;
  Continued &Start;
  MacroSearch &Search;
  AstConsumer Consume;
};

/// Takes what the driver makes of a command.
class KeepInvocation : public tooling::ToolAction {
public:
  std::shared_ptr<CompilerInvocation> Kept;

  bool runInvocation(std::shared_ptr<CompilerInvocation> Invocation,
                     FileManager *, std::shared_ptr<PCHContainerOperations>,
                     DiagnosticConsumer *) override {
    Kept = std::move(Invocation);
    return true;
  }
};

} // namespace

class Unit::Parser {
public:
  Parser(const DeviceCommand &Command, llvm::StringRef Path,
         llvm::StringRef EditedHeaders, bool IsReadOften)
      : Command(Command), Path(Path), EditedHeaders(EditedHeaders),
        IsReadOften(IsReadOften), WantsPreamble(IsReadOften) {}

  llvm::Error start();
  llvm::Error parse(llvm::StringRef Text, AstConsumer Consume,
                    const FileTexts &Others);

private:
  void parseOnce(llvm::StringRef Text, AstConsumer Consume,
                 const FileTexts &Others, Continued &Start);
  void readOnce(llvm::StringRef Text, AstConsumer Consume,
                const FileTexts &Others, bool &IsRead);
  void defineTaken();
  void declareTaken();
  bool wantsAnother() const {
    return Search.IsNoBetter || !Search.Found.empty();
  }
  const Preamble *preambleFor(llvm::StringRef Text, unsigned End,
                              const FileTexts &Others, FrontMatch &Match);

  /// The last two are for a step back.
  static constexpr unsigned MostRounds = 6;
  const DeviceCommand Command;
  const std::string Path, EditedHeaders;
  std::shared_ptr<CompilerInvocation> Invocation;
  /// The second with what is declared besides.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> OfDisk, FileSystem;
  std::shared_ptr<const Preamble> Headers;
  const bool IsReadOften;
  bool WantsPreamble;
  /// What the macros of the command are, and those that it should have.
  std::vector<std::pair<std::string, bool>> Given;
  std::vector<std::string> GivenHeaders;
  MacroSearch Search;
};

/// Runs the driver, which looks for compilers and libraries, once.
llvm::Error Unit::Parser::start() {
  if (Invocation)
    return llvm::Error::success();
  FileSystem = createFileSystem(Command.ResourceDir);
  if (std::error_code Failure =
          FileSystem->setCurrentWorkingDirectory(Command.Directory))
    return llvm::createStringError("cannot enter '" + Command.Directory +
                                   "': " + Failure.message());
  // The driver looks whether its input is there; what came by stdin need not
  // be.
  auto Input = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Input->addFile(Path, /*ModificationTime=*/0,
                 llvm::MemoryBuffer::getMemBuffer("", Path));
  auto WithInput =
      llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(FileSystem);
  WithInput->pushOverlay(Input);
  auto Files =
      llvm::makeIntrusiveRefCnt<FileManager>(FileSystemOptions(), WithInput);
  ErrorCollector Collector;
  KeepInvocation Action;
  tooling::ToolInvocation Driver(Command.Arguments, &Action, Files.get(),
                                 std::make_shared<PCHContainerOperations>());
  Driver.setDiagnosticConsumer(&Collector);
  Driver.run();
  if (!Collector.DriverError.empty())
    return llvm::createStringError(Collector.DriverError);
  if (!Action.Kept)
    return llvm::createStringError("Clang cannot run the compile command");
  OfDisk = FileSystem;
  Invocation = std::move(Action.Kept);
  Given = Invocation->getPreprocessorOpts().Macros;
  GivenHeaders = Invocation->getPreprocessorOpts().Includes;
  return llvm::Error::success();
}

const Preamble *Unit::Parser::preambleFor(llvm::StringRef Text, unsigned End,
                                          const FileTexts &Others,
                                          FrontMatch &Match) {
  if (std::exchange(WantsPreamble, false))
    Headers =
        findPreamble(*Invocation, Path, Text, End, FileSystem, EditedHeaders);
  if (!Headers || llvm::any_of(Others, [&](const auto &Other) {
        return Headers->holds(Other.first);
      }))
    return nullptr;
  std::optional<FrontMatch> Found =
      Headers->match(Text, Invocation->getLangOpts());
  if (!Found)
    return nullptr;
  Match = std::move(*Found);
  return Headers.get();
}

void Unit::Parser::parseOnce(llvm::StringRef Text, AstConsumer Consume,
                             const FileTexts &Others, Continued &Start) {
  auto Ours = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Ours->addFile(Path, /*ModificationTime=*/0,
                llvm::MemoryBuffer::getMemBufferCopy(Text, Path));
  auto Overlay =
      llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(FileSystem);
  auto Options = std::make_shared<CompilerInvocation>(*Invocation);
  // By file, whatever path leads to it; the compiler takes the buffers.
  for (const auto &[Other, OtherText] : Others)
    Options->getPreprocessorOpts().addRemappedFile(
        Other,
        llvm::MemoryBuffer::getMemBufferCopy(OtherText, Other).release());
  if (Start.From)
    Start.From->use(*Options, *Ours);
  Overlay->pushOverlay(Ours);
  auto Files =
      llvm::makeIntrusiveRefCnt<FileManager>(FileSystemOptions(), Overlay);
  ErrorCollector Collector;
  CompilerInstance Compiler(std::move(Options));
  startCompiler(Compiler, *Files, Collector);
  HandOverAction Action(Collector, Start, Search, Consume);
  Compiler.ExecuteAction(Action);
}

void Unit::Parser::readOnce(llvm::StringRef Text, AstConsumer Consume,
                            const FileTexts &Others, bool &IsRead) {
  unsigned End = Text.size();
  for (unsigned Try = 0; Try < 2; ++Try) {
    Continued Start;
    Start.From = preambleFor(Text, End, Others, Start.Match);
    if (!Start.From)
      break;
    Search.Found.clear();
    parseOnce(Text, Consume, Others, Start);
    if (!Start.Differs && (IsRead || wantsAnother()))
      return;
    // Another one ends there.
    Headers = nullptr;
    WantsPreamble = Try == 0 && Start.Differs;
    End = Start.Differs.value_or(0);
  }
  Continued Plain;
  Search.Found.clear();
  parseOnce(Text, Consume, Others, Plain);
}

/// In a header of its own, whose name says what is in it: what was precompiled
/// of another is none of it.
void Unit::Parser::declareTaken() {
  const std::string Text = declareMissing(Search.Taken);
  FileSystem = OfDisk;
  if (Text.empty())
    return;
  const std::string Name =
      AssumedDir.str() + llvm::utohexstr(llvm::xxh3_64bits(Text)) + ".h";
  auto Mine = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Mine->addFile(Name, /*ModificationTime=*/0,
                llvm::MemoryBuffer::getMemBufferCopy(Text, Name));
  auto Overlay =
      llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(OfDisk);
  Overlay->pushOverlay(Mine);
  FileSystem = Overlay;
  Invocation->getPreprocessorOpts().Includes.push_back(Name);
}

/// The headers are read again with the macros that are known now.
void Unit::Parser::defineTaken() {
  std::vector<std::pair<std::string, bool>> &Macros =
      Invocation->getPreprocessorOpts().Macros;
  Macros = Given;
  std::vector<std::string> &Included =
      Invocation->getPreprocessorOpts().Includes;
  Included = GivenHeaders;
  for (const MissingMacro &Macro : Search.Taken)
    if (Macro.IsFunction)
      continue;
    else if (!Macro.IsHeader)
      Macros.emplace_back(Macro.Definition, /*isUndef=*/false);
    else if (!llvm::is_contained(Included, Macro.Definition))
      Included.push_back(Macro.Definition);
  declareTaken();
  Headers = nullptr;
  WantsPreamble = IsReadOften;
}

llvm::Error Unit::Parser::parse(llvm::StringRef Text, AstConsumer Consume,
                                const FileTexts &Others) {
  if (llvm::Error Failure = start())
    return Failure;
  bool Consumed = false;
  auto ConsumeOnce = [&](ASTContext &Context,
                         llvm::ArrayRef<ParseError> Errors) {
    Consumed = true;
    Consume(Context, Errors);
  };
  size_t Added = 0;
  // Each name may hide others.
  for (unsigned Round = 0; !Consumed && Round < MostRounds; ++Round) {
    Search.IsNoBetter = false;
    readOnce(Text, ConsumeOnce, Others, Consumed);
    if (Consumed || !wantsAnother())
      break;
    if (Search.IsNoBetter)
      Search.Taken.resize(Search.Taken.size() - Added);
    Search.Looks = !Search.IsNoBetter && Round + 3 < MostRounds;
    if (Search.IsNoBetter)
      Search.Hiding.reset();
    Added = Search.IsNoBetter ? 0 : Search.Found.size();
    if (!Search.IsNoBetter)
      Search.Taken.insert(Search.Taken.end(), Search.Found.begin(),
                          Search.Found.end());
    defineTaken();
  }
  Search.Hiding.reset();
  if (!Consumed)
    return llvm::createStringError("Clang cannot run the compile command");
  return llvm::Error::success();
}

Unit::Unit(const DeviceCommand &Command, llvm::StringRef Path,
           llvm::StringRef EditedHeaders)
    : Mine(std::make_unique<Parser>(Command, Path, EditedHeaders,
                                    /*IsReadOften=*/true)) {}

Unit::~Unit() = default;

llvm::Error Unit::parse(llvm::StringRef Text, AstConsumer Consume,
                        const FileTexts &Others) {
  return Mine->parse(Text, Consume, Others);
}

llvm::Error parseFile(const DeviceCommand &Command, llvm::StringRef Path,
                      llvm::StringRef Text, AstConsumer Consume,
                      const FileTexts &Others) {
  return Unit::Parser(Command, Path, "", /*IsReadOften=*/false)
      .parse(Text, Consume, Others);
}

} // namespace cudapipe
