//===- ParseFile.cpp - One file, one device AST ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/ParseFile.h"
#include "BracedValues.h"
#include "PrecompiledHeaders.h"
#include "cudapipe/Frontend/EmbeddedHeaders.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/SmallString.h"

using namespace clang;

namespace cudapipe {
namespace {

/// Keeps errors, drops the rest. Errors without a place are the driver's.
class ErrorCollector : public DiagnosticConsumer {
public:
  std::vector<ParseError> Errors;
  std::string DriverError;

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    if (Level < DiagnosticsEngine::Error)
      return;
    // A template of the headers, used with a local type: it has no body there.
    if (Info.getID() == diag::err_undefined_internal_type)
      return;
    // nvcc takes `%laneid` where there are operands, too. The statement is
    // kept.
    if (Info.getID() == diag::err_asm_invalid_escape)
      return;
    llvm::SmallString<256> Message;
    Info.FormatDiagnostic(Message);
    if (!Info.hasSourceManager() || Info.getLocation().isInvalid()) {
      if (DriverError.empty())
        DriverError = std::string(Message);
      return;
    }
    const SourceManager &Sources = Info.getSourceManager();
    ParseError Error;
    Error.Location = Info.getLocation();
    PresumedLoc Place =
        Sources.getPresumedLoc(Sources.getExpansionLoc(Error.Location));
    Error.File = Place.isValid() ? Place.getFilename() : "";
    Error.Line = Place.isValid() ? Place.getLine() : 0;
    Error.Column = Place.isValid() ? Place.getColumn() : 0;
    Error.Message = std::string(Message);
    Error.MayHideKernel =
        Info.getID() != diag::err_pp_file_not_found &&
        Sources.isInMainFile(Sources.getExpansionLoc(Error.Location));
    Errors.push_back(std::move(Error));
  }
};

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

/// The namespace of the file's scope that \p D is in, or \p D's own context.
const DeclContext *outermostContext(const Decl &D) {
  const DeclContext *Context = D.getDeclContext();
  while (!Context->isTranslationUnit() && Context->getParent() &&
         !Context->getParent()->isTranslationUnit())
    Context = Context->getParent();
  return Context;
}

class HandOver : public ASTConsumer {
public:
  HandOver(SourceManager &Sources, ErrorCollector &Collector,
           AstConsumer Consume)
      : Sources(Sources), Collector(Collector), Consume(Consume) {}

  /// Bodies of the standard library's host functions are a third of the time,
  /// and nobody looks at them.
  bool shouldSkipFunctionBody(Decl *Function) override {
    return !Function->hasAttr<CUDADeviceAttr>() &&
           !Function->hasAttr<CUDAGlobalAttr>() &&
           Sources.isInSystemHeader(Function->getLocation());
  }

  /// Clang refuses shared variables whose constructor or destructor may do
  /// something. nvcc runs neither for libcu++'s barriers.
  void HandleTagDeclDefinition(TagDecl *Tag) override {
    auto *Class = dyn_cast<CXXRecordDecl>(Tag);
    if (!Class || Class->isDependentContext() ||
        !Sources.isInSystemHeader(Class->getLocation()))
      return;
    const auto *Outermost =
        dyn_cast_or_null<NamespaceDecl>(outermostContext(*Class));
    if (!Outermost || Outermost->getName() != "cuda")
      return;
    for (CXXConstructorDecl *Constructor : Class->ctors())
      if (Constructor->isDefaultConstructor() && Constructor->isDefaulted())
        Constructor->setTrivial(true);
    if (CXXDestructorDecl *Destructor = Class->getDestructor();
        Destructor && Class->getName() == "barrier")
      Destructor->setTrivial(true);
  }

  void HandleTranslationUnit(ASTContext &Context) override {
    if (llvm::any_of(Collector.Errors, [](const ParseError &Error) {
          return Error.MayHideKernel;
        }))
      HostErrorFinder(Context, Collector.Errors).TraverseAST(Context);
    readBracesAsParentheses(Context);
    Consume(Context, Collector.Errors);
  }

private:
  SourceManager &Sources;
  ErrorCollector &Collector;
  AstConsumer Consume;
};

class HandOverAction : public ASTFrontendAction {
public:
  HandOverAction(ErrorCollector &Collector, AstConsumer Consume)
      : Collector(Collector), Consume(Consume) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 llvm::StringRef) override {
    return std::make_unique<HandOver>(Compiler.getSourceManager(), Collector,
                                      Consume);
  }

private:
  ErrorCollector &Collector;
  AstConsumer Consume;
};

/// Runs the front end with "fatal" errors made plain ones: after a fatal error
/// Clang instantiates no template and reports nothing more.
class KeepGoing : public tooling::ToolAction {
public:
  KeepGoing(ErrorCollector &Collector, AstConsumer Consume,
            const FileTexts &Others)
      : Collector(Collector), Consume(Consume), Others(Others) {}

  bool runInvocation(std::shared_ptr<CompilerInvocation> Invocation,
                     FileManager *Files,
                     std::shared_ptr<PCHContainerOperations> PchOperations,
                     DiagnosticConsumer *) override {
    // By file, whatever path leads to it; the compiler takes the buffers.
    for (const auto &[Path, Text] : Others)
      Invocation->getPreprocessorOpts().addRemappedFile(
          Path, llvm::MemoryBuffer::getMemBufferCopy(Text, Path).release());
#ifdef CUDAPIPE_SANITIZE
    usePrecompiledHeaders(*Invocation, *Files);
#endif
    CompilerInstance Compiler(std::move(Invocation), std::move(PchOperations));
    Compiler.setVirtualFileSystem(Files->getVirtualFileSystemPtr());
    Compiler.setFileManager(Files);
    Compiler.createDiagnostics(&Collector, /*ShouldOwnClient=*/false);
    Compiler.getDiagnostics().setFatalsAsError(true);
    Compiler.createSourceManager();
    Compiler.getFrontendOpts().DisableFree = false;
    Compiler.getFrontendOpts().SkipFunctionBodies = true;
    HandOverAction Action(Collector, Consume);
    return Compiler.ExecuteAction(Action);
  }

private:
  ErrorCollector &Collector;
  AstConsumer Consume;
  const FileTexts &Others;
};

} // namespace

llvm::Error parseFile(const DeviceCommand &Command, llvm::StringRef Path,
                      llvm::StringRef Text, AstConsumer Consume,
                      const FileTexts &Others) {
  bool Consumed = false;
  auto ConsumeOnce = [&](ASTContext &Context,
                         llvm::ArrayRef<ParseError> Errors) {
    Consumed = true;
    Consume(Context, Errors);
  };
  auto Main = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Main->addFile(Path, /*ModificationTime=*/0,
                llvm::MemoryBuffer::getMemBufferCopy(Text, Path));
  auto FileSystem = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      createFileSystem(Command.ResourceDir));
  FileSystem->pushOverlay(Main);
  if (std::error_code Failure =
          FileSystem->setCurrentWorkingDirectory(Command.Directory))
    return llvm::createStringError("cannot enter '" + Command.Directory +
                                   "': " + Failure.message());
  auto Files =
      llvm::makeIntrusiveRefCnt<FileManager>(FileSystemOptions(), FileSystem);
  ErrorCollector Collector;
  KeepGoing Action(Collector, ConsumeOnce, Others);
  tooling::ToolInvocation Invocation(
      Command.Arguments, &Action, Files.get(),
      std::make_shared<PCHContainerOperations>());
  Invocation.setDiagnosticConsumer(&Collector);
  Invocation.run();
  if (!Collector.DriverError.empty())
    return llvm::createStringError(Collector.DriverError);
  if (!Consumed)
    return llvm::createStringError("Clang cannot run the compile command");
  return llvm::Error::success();
}

} // namespace cudapipe
