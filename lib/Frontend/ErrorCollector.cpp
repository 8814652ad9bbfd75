//===- ErrorCollector.cpp - Errors of a parse -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorCollector.h"
#include "AgreeingTargets.h"
#include "SharedVariables.h"
#include "cudapipe/Frontend/EmbeddedHeaders.h"
#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace cudapipe {

std::string missingHeaderOf(const ParseError &Error) {
  llvm::StringRef Message = Error.Message;
  if (!Message.consume_front("'"))
    return "";
  const size_t At = Message.find("' file not found");
  return At == llvm::StringRef::npos ? "" : Message.take_front(At).str();
}

/// The macro that \p Loc lies in, an expansion or where it is defined.
static std::string macroOf(SourceLocation Loc, const SourceManager &Sources) {
  llvm::StringRef Name =
      Loc.isMacroID()
          ? Lexer::getImmediateMacroNameForDiagnostics(Loc, Sources, {})
          : llvm::StringRef(Sources.getCharacterData(Loc),
                            Lexer::MeasureTokenLength(Loc, Sources, {}));
  PresumedLoc Place = Sources.getPresumedLoc(Sources.getSpellingLoc(Loc));
  std::string Out = "the macro '" + Name.str() + "'";
  if (Place.isInvalid() ||
      llvm::StringRef(Place.getFilename()).starts_with("<"))
    return Out;
  return Out + " of " + llvm::sys::path::filename(Place.getFilename()).str();
}

/// nvcc takes \p Error, as the two declarations differ by attributes alone: is
/// the second of the host, too? None if that is not what it says.
static std::optional<bool> differsByTarget(const Diagnostic &Error) {
  if (Error.getID() == diag::err_member_decl_does_not_match)
    return false; // Of the host and the device it would be the error below.
  if (Error.getID() != diag::err_cuda_ovl_target)
    return std::nullopt;
  const auto Second = CUDAFunctionTarget(Error.getRawArg(0)),
             First = CUDAFunctionTarget(Error.getRawArg(2));
  if (First == CUDAFunctionTarget::Global ||
      (Second != CUDAFunctionTarget::Device &&
       Second != CUDAFunctionTarget::HostDevice))
    return std::nullopt;
  return Second == CUDAFunctionTarget::HostDevice;
}

void ErrorCollector::HandleDiagnostic(DiagnosticsEngine::Level Level,
                                      const Diagnostic &Info) {
  if (Info.getID() == diag::note_macro_here && Info.hasSourceManager() &&
      !Errors.empty())
    Errors.back().Macro = macroOf(Info.getLocation(), Info.getSourceManager());
  if ((Info.getID() == diag::note_previous_declaration ||
       Info.getID() == diag::note_member_def_close_match) &&
      DisagreesAsHost && !Errors.empty())
    Errors.back().Agrees = agreeingPlace(
        Info.getLocation(), Info.getSourceManager(), *DisagreesAsHost);
  if (Level < DiagnosticsEngine::Error)
    return;
  DisagreesAsHost = differsByTarget(Info);
  // A template of the headers, used with a local type: it has no body there.
  if (Info.getID() == diag::err_undefined_internal_type)
    return;
  // nvcc takes `%laneid` where there are operands, too. The statement is kept.
  if (Info.getID() == diag::err_asm_invalid_escape)
    return;
  // In a header's template that nobody instantiates nvcc does not look.
  if (Info.getID() == diag::err_asm_invalid_operand_number &&
      Info.hasSourceManager() &&
      !Info.getSourceManager().isInMainFile(
          Info.getSourceManager().getExpansionLoc(Info.getLocation())))
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
  // A stand-in says that its header was not found: where that is included.
  const bool IsOfStandIn =
      Info.getID() == diag::err_pp_hash_error &&
      Sources.getFilename(Error.Location).starts_with(EmbeddedFallbackDir);
  if (IsOfStandIn)
    Error.Location = Sources.getIncludeLoc(Sources.getFileID(Error.Location));
  PresumedLoc Place =
      Sources.getPresumedLoc(Sources.getExpansionLoc(Error.Location));
  Error.File = Place.isValid() ? Place.getFilename() : "";
  Error.Line = Place.isValid() ? Place.getLine() : 0;
  Error.Column = Place.isValid() ? Place.getColumn() : 0;
  Error.Message = std::string(Message);
  if (Error.Location.isMacroID())
    Error.Macro = macroOf(Error.Location, Sources);
  Error.MayHideKernel =
      Info.getID() != diag::err_pp_file_not_found && !IsOfStandIn &&
      Sources.isInMainFile(Sources.getExpansionLoc(Error.Location));
  Errors.push_back(std::move(Error));
  if (Info.getID() == diag::err_shared_var_init)
    mayBeShared(Info.getLocation());
}

/// Clang drops the variable as soon as it has told us. It is taken back at the
/// token behind its declaration, before anybody can name it. Where tokens come
/// from a cache, as in a class, none is seen and the error stays.
void ErrorCollector::mayBeShared(SourceLocation At) {
  if (!Compiler || !Compiler->hasSema())
    return;
  Shared = sharedVariableAt(Compiler->getSema(), At);
  if (!Shared)
    return;
  const size_t Count = Errors.size();
  Compiler->getPreprocessor().setTokenWatcher([this, Count](const Token &) {
    VarDecl *Var = std::exchange(Shared, nullptr);
    if (!Var || Errors.size() != Count ||
        Compiler->getSema().CurContext != Var->getDeclContext())
      return;
    forgetConstructor(*Var);
    Errors.pop_back();
  });
}

void startCompiler(CompilerInstance &Compiler, FileManager &Files,
                   ErrorCollector &Errors) {
  Compiler.setVirtualFileSystem(Files.getVirtualFileSystemPtr());
  Compiler.setFileManager(&Files);
  Compiler.createDiagnostics(&Errors, /*ShouldOwnClient=*/false);
  Errors.watch(Compiler);
  Compiler.getDiagnostics().setFatalsAsError(true);
  Compiler.createSourceManager();
  Compiler.getFrontendOpts().DisableFree = false;
  Compiler.getFrontendOpts().SkipFunctionBodies = true;
}

} // namespace cudapipe
