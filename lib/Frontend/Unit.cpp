//===- Unit.cpp - A file that is parsed often -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/Unit.h"
#include "BracedValues.h"
#include "ErrorCollector.h"
#include "HeaderRules.h"
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

class HandOver : public ASTConsumer {
public:
  HandOver(CompilerInstance &Compiler, ErrorCollector &Collector,
           Continued &Start, AstConsumer Consume)
      : Compiler(Compiler), Sources(Compiler.getSourceManager()),
        Collector(Collector), Start(Start), Consume(Consume) {}

  bool shouldSkipFunctionBody(Decl *Function) override {
    return isBodySkipped(*Function, Sources);
  }
  void HandleTagDeclDefinition(TagDecl *Tag) override {
    makeTrivialAsNvcc(*Tag, Sources);
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
    keepParseErrors(Context, Collector.Errors);
    readBracesAsParentheses(Context);
    Consume(Context, Collector.Errors);
  }

private:
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
  ErrorCollector &Collector;
  Continued &Start;
  AstConsumer Consume;
};

class HandOverAction : public ASTFrontendAction {
public:
  HandOverAction(ErrorCollector &Collector, Continued &Start,
                 AstConsumer Consume)
      : Collector(Collector), Start(Start), Consume(Consume) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 llvm::StringRef) override {
    watchHeaderReads(Compiler.getPreprocessor());
    if (Start.From)
      Start.From->watch(Compiler, Start.Match, Start.Differs);
    return std::make_unique<HandOver>(Compiler, Collector, Start, Consume);
  }

private:
  ErrorCollector &Collector;
  Continued &Start;
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
        WantsPreamble(IsReadOften) {}

  llvm::Error start();
  llvm::Error parse(llvm::StringRef Text, AstConsumer Consume,
                    const FileTexts &Others);

private:
  void parseOnce(llvm::StringRef Text, AstConsumer Consume,
                 const FileTexts &Others, Continued &Start);
  const Preamble *preambleFor(llvm::StringRef Text, unsigned End,
                              const FileTexts &Others, FrontMatch &Match);

  const DeviceCommand Command;
  const std::string Path, EditedHeaders;
  std::shared_ptr<CompilerInvocation> Invocation;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FileSystem;
  std::shared_ptr<const Preamble> Headers;
  bool WantsPreamble;
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
  Invocation = std::move(Action.Kept);
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
  HandOverAction Action(Collector, Start, Consume);
  Compiler.ExecuteAction(Action);
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
  unsigned End = Text.size();
  for (unsigned Try = 0; Try < 2; ++Try) {
    Continued Start;
    Start.From = preambleFor(Text, End, Others, Start.Match);
    if (!Start.From)
      break;
    parseOnce(Text, ConsumeOnce, Others, Start);
    if (!Start.Differs && Consumed)
      return llvm::Error::success();
    // Another one ends there.
    Headers = nullptr;
    WantsPreamble = Try == 0 && Start.Differs;
    End = Start.Differs.value_or(0);
  }
  Continued Plain;
  parseOnce(Text, ConsumeOnce, Others, Plain);
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
