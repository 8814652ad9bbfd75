//===- LibraryCalls.cpp - How calls into CUDA's own library behave --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Judged by name: the embedded headers have no bodies, and the toolkit's bodies
// end in builtins. Sources: CUDA C++ Programming Guide 13.0, ch. 10 (device
// functions), ch. 10.27 (asynchronous copies); PTX ISA 9.0, ch. 9.7.
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/Effects.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

/// The header is CUDA's, the compiler's or the C++ library's.
static bool isOfToolkit(SourceLocation Loc, const SourceManager &SM) {
  StringRef Path = SM.getFilename(Loc);
  if (Path.empty() || Path.starts_with("/usr/include/") ||
      Path.contains("/clang/") || Path.contains("/c++/") ||
      llvm::sys::path::filename(Path).starts_with("__clang"))
    return true;
  // CUDA's headers lie at most four folders below that of cuda_runtime.h.
  llvm::SmallString<128> Folder(Path);
  for (unsigned Up = 0; Up < 5 && llvm::sys::path::has_parent_path(Folder);
       ++Up) {
    llvm::sys::path::remove_filename(Folder);
    llvm::SmallString<128> Runtime(Folder);
    llvm::sys::path::append(Runtime, "cuda_runtime.h");
    if (SM.getFileManager().getOptionalFileRef(Runtime))
      return true;
  }
  return false;
}

/// The outermost namespace of \p Callee, or nothing.
static StringRef outerNamespace(const FunctionDecl &Callee) {
  StringRef Name;
  for (const DeclContext *C = Callee.getDeclContext(); C; C = C->getParent())
    if (const auto *Space = dyn_cast<NamespaceDecl>(C))
      Name = Space->getName();
  return Name;
}

bool isLibraryFunction(const FunctionDecl &Callee, const ASTContext &Ctx) {
  SourceLocation Loc = Callee.getLocation();
  if (Callee.getBuiltinID() != 0 || Loc.isInvalid())
    return true;
  const SourceManager &SM = Ctx.getSourceManager();
  Loc = SM.getExpansionLoc(Loc);
  if (!SM.isInSystemHeader(Loc))
    return false;
  // Of other people's libraries the bodies are read, be their headers the
  // system's to the compiler: CMake passes what it imports by -isystem.
  StringRef Space = outerNamespace(Callee);
  if (Space.empty() || Space.starts_with("_"))
    return isOfToolkit(Loc, SM);
  return llvm::StringSwitch<bool>(Space)
      .Cases({"std", "cuda", "cub", "thrust", "nvcuda", "cooperative_groups",
              "nv", "nvtx3"},
             true)
      .Default(false);
}

/// libcu++ beyond the standard library's values: what waits, signals or is
/// atomic stands in base classes by names of its own (CCCL 3), so all is
/// unknown but what is known to compute.
static LibraryCall classifyLibcuxx(StringRef QualifiedName, StringRef Name) {
  if (QualifiedName.starts_with("cuda::ptx::"))
    return Name.starts_with("get_sreg_") ? LibraryCall::PerThread
                                         : LibraryCall::Unknown;
  if (Name == "barrier_native_handle") // the address of its words
    return LibraryCall::Pure;
  static constexpr StringRef Waits[] = {"atomic", "barrier", "semaphore",
                                        "latch",  "fence",   "thread_",
                                        "wait",   "arrive"};
  if (llvm::any_of(
          Waits, [&](StringRef Word) { return QualifiedName.contains(Word); }))
    return LibraryCall::Unknown;
  return LibraryCall::Pure;
}

/// CUB meets in the methods of its classes: of the block or of a warp.
static LibraryCall classifyCub(StringRef QualifiedName, StringRef Name) {
  if (QualifiedName.contains("::Block") || QualifiedName.contains("::block_"))
    return LibraryCall::Collective;
  if (QualifiedName.contains("::Warp") ||
      QualifiedName.starts_with("cub::Shuf"))
    return LibraryCall::Pinned;
  if (Name.starts_with("ThreadLoad"))
    return LibraryCall::Observes;
  if (Name.starts_with("CTA_SYNC"))
    return LibraryCall::Barrier;
  return llvm::StringSwitch<LibraryCall>(Name)
      .Cases({"LaneId", "WarpId", "RowMajorTid", "LaneMaskLt", "LaneMaskLe",
              "LaneMaskGt", "LaneMaskGe"},
             LibraryCall::PerThread)
      .StartsWith("WARP_", LibraryCall::Pinned)
      .Default(LibraryCall::Pure);
}

LibraryCall classifyLibraryCall(StringRef QualifiedName) {
  StringRef Name = QualifiedName;
  if (size_t Colon = Name.rfind("::"); Colon != StringRef::npos)
    Name = Name.drop_front(Colon + 2);

  if (Name.starts_with("__syncthreads"))
    return LibraryCall::Barrier;
  if (Name.starts_with("__pipeline_") || Name.contains("memcpy_async"))
    return LibraryCall::AsyncCopy;
  if (QualifiedName.contains("cooperative_groups")) {
    if (Name == "sync" || Name == "wait" || Name == "wait_prior" ||
        Name == "barrier_arrive" || Name == "barrier_wait")
      return Name.starts_with("wait") ? LibraryCall::AsyncCopy
                                      : LibraryCall::Barrier;
    // A block's own place and size are the same for all of its threads.
    if (Name == "this_thread_block" ||
        (QualifiedName.contains("::thread_block::") &&
         llvm::is_contained(
             {"group_index", "group_dim", "dim_threads", "size", "num_threads"},
             Name)))
      return LibraryCall::Pure;
    return llvm::StringSwitch<LibraryCall>(Name)
        .Cases({"thread_rank", "thread_index", "num_threads", "size",
                "group_index", "group_dim", "dim_threads", "block_rank",
                "meta_group_rank", "meta_group_size"},
               LibraryCall::PerThread)
        .Default(LibraryCall::Pinned); // groups, shuffles
  }
  if (QualifiedName.starts_with("cuda::pipeline") ||
      QualifiedName.starts_with("cuda::barrier") ||
      QualifiedName.contains("experimental::pipeline"))
    return LibraryCall::AsyncCopy;
  if (QualifiedName.starts_with("cub::"))
    return classifyCub(QualifiedName, Name);
  if (QualifiedName.starts_with("cuda::"))
    return classifyLibcuxx(QualifiedName, Name);

  return llvm::StringSwitch<LibraryCall>(Name)
      .StartsWith("atomic", LibraryCall::Atomic)
      .StartsWith("__nv_atomic", LibraryCall::Atomic)
      .StartsWith("__iAtomic", LibraryCall::Atomic)
      .StartsWith("__uAtomic", LibraryCall::Atomic)
      // Of its own block a thread meets others at barriers only: what is moved
      // is stored in front of one, and nobody stores what it reads.
      .Cases({"__threadfence_block", "__nvvm_membar_cta"}, LibraryCall::Pinned)
      .StartsWith("__threadfence", LibraryCall::Unknown)
      .StartsWith("__cluster_barrier", LibraryCall::Unknown)
      .StartsWith("__bar", LibraryCall::Barrier)
      .StartsWith("__nvvm_barrier_cluster", LibraryCall::Unknown)
      .StartsWith("__nvvm_bar", LibraryCall::Barrier)
      .StartsWith("__nvvm_membar", LibraryCall::Unknown)
      .StartsWith("__nvvm_cp_async", LibraryCall::AsyncCopy)
      .StartsWith("__mbarrier", LibraryCall::AsyncCopy)
      .StartsWith("__shfl", LibraryCall::Pinned)
      .StartsWith("__nvvm_shfl", LibraryCall::Pinned)
      .StartsWith("__reduce_", LibraryCall::Pinned)
      .StartsWith("__match_", LibraryCall::Pinned)
      .Cases({"__all_sync", "__any_sync", "__ballot_sync", "__activemask",
              "__syncwarp", "__all", "__any", "__ballot"},
             LibraryCall::Pinned)
      .Cases({"printf", "vprintf", "__assert_fail", "__assertfail", "clock",
              "clock64", "__trap", "__brkpt", "__globaltimer"},
             LibraryCall::Pinned)
      // Who sleeps waits for somebody.
      .Cases({"__ldcv", "__nanosleep"}, LibraryCall::Observes)
      .Cases({"malloc", "free", "abort", "exit", "memmove"},
             LibraryCall::Unknown)
      .StartsWith("surf", LibraryCall::Unknown)
      .StartsWith("cuda", LibraryCall::Unknown)
      .Default(LibraryCall::Pure);
}

bool isCopiedByBytes(QualType Type) {
  const CXXRecordDecl *Record =
      Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!Record)
    return !Type->isReferenceType() && !Type.isVolatileQualified();
  if (Record->hasTrivialCopyAssignment())
    return true;
  return llvm::any_of(Record->methods(), [](const CXXMethodDecl *Method) {
    return Method->isCopyAssignmentOperator() && copiesBytes(*Method);
  });
}

/// The member that \p E, `x` or `other.x`, is: of the object for a null \p Of.
static const FieldDecl *memberOf(const Expr *E, const ParmVarDecl *Of) {
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
      Cast && Cast->getCastKind() == CK_LValueToRValue)
    E = Cast->getSubExpr()->IgnoreParens();
  const auto *Member = dyn_cast<MemberExpr>(E);
  if (!Member)
    return nullptr;
  const Expr *Base = Member->getBase()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Base);
  if (Of ? !(Ref && Ref->getDecl() == Of && !Member->isArrow())
         : !isa<CXXThisExpr>(Base))
    return nullptr;
  return dyn_cast<FieldDecl>(Member->getMemberDecl());
}

/// `Vector operator=(const Vector v) { x = v.x; y = v.y; return *this; }`, of
/// all members.
static bool assignsEachMember(const CXXMethodDecl &Method) {
  const CXXRecordDecl &Record = *Method.getParent();
  const FunctionDecl *Definition = nullptr;
  if (!Method.hasBody(Definition) || Method.isVirtual() || Record.isUnion() ||
      Record.isDependentContext() || Record.getNumBases() != 0 ||
      !Record.hasTrivialCopyConstructor() ||
      !isa<CompoundStmt>(Definition->getBody()))
    return false;
  const ParmVarDecl *From = Definition->getParamDecl(0);
  llvm::SmallPtrSet<const FieldDecl *, 8> Assigned;
  const auto *Body = cast<CompoundStmt>(Definition->getBody());
  for (const Stmt *S : Body->body()) {
    if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
      if (S != Body->body_back())
        return false;
      // Of the object, or a copy of it.
      const Expr *Value = Return->getRetValue();
      const auto *Copy =
          Value ? dyn_cast<CXXConstructExpr>(Value->IgnoreImplicit()) : nullptr;
      if (Copy && Copy->getConstructor()->isTrivial() &&
          Copy->getNumArgs() == 1)
        Value = Copy->getArg(0);
      const auto *Object =
          Value ? dyn_cast<UnaryOperator>(Value->IgnoreParenImpCasts())
                : nullptr;
      if (Value && !(Object && Object->getOpcode() == UO_Deref &&
                     isa<CXXThisExpr>(Object->getSubExpr()->IgnoreParens())))
        return false;
      continue;
    }
    if (isa<NullStmt>(S))
      continue;
    const auto *Assign = dyn_cast<BinaryOperator>(S);
    const FieldDecl *To = Assign && Assign->getOpcode() == BO_Assign
                              ? memberOf(Assign->getLHS(), nullptr)
                              : nullptr;
    if (!To || memberOf(Assign->getRHS(), From) != To ||
        To->getType().isVolatileQualified() || !Assigned.insert(To).second)
      return false;
  }
  return llvm::all_of(Record.fields(), [&](const FieldDecl *Field) {
    return Assigned.count(Field) && !Field->isBitField();
  });
}

bool copiesBytes(const FunctionDecl &Callee) {
  if (Callee.isTrivial())
    return true;
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Callee);
  bool Copies =
      Method && (Constructor ? Constructor->isCopyOrMoveConstructor()
                             : Method->isCopyAssignmentOperator() ||
                                   Method->isMoveAssignmentOperator());
  if (!Copies)
    return false;
  // What the compiler writes for a struct of half2 and the like.
  const CXXRecordDecl &Record = *Method->getParent();
  if (Callee.isDefaulted() && !Record.isPolymorphic() && !Record.isUnion())
    return llvm::all_of(Record.fields(),
                        [](const FieldDecl *F) {
                          return isCopiedByBytes(F->getType());
                        }) &&
           llvm::all_of(Record.bases(), [](const CXXBaseSpecifier &Base) {
             return isCopiedByBytes(Base.getType());
           });
  if (!Constructor && Method->isCopyAssignmentOperator() &&
      assignsEachMember(*Method))
    return true;
  if (!Record.getIdentifier())
    return false;
  // cuda_fp16.hpp and cuda_bf16.hpp assign one 32-bit word (CUDA 13.0).
  StringRef Type = Method->getParent()->getName();
  return Type == "__half" || Type == "__half2" ||
         Type.starts_with("__nv_bfloat16") || Type.starts_with("__nv_fp");
}

/// A comment ends with its line, not with the statement.
static std::string withoutComments(StringRef AsmText) {
  std::string Out;
  while (!AsmText.empty()) {
    if (AsmText.starts_with("//")) {
      AsmText = AsmText.drop_until([](char C) { return C == '\n'; });
    } else if (AsmText.consume_front("/*")) {
      AsmText = AsmText.substr(std::min(AsmText.find("*/"), AsmText.size()));
      AsmText.consume_front("*/");
      Out += ' ';
    } else {
      Out += AsmText.front();
      AsmText = AsmText.drop_front();
    }
  }
  return Out;
}

bool isReadOnlyAsm(StringRef AsmText) {
  const std::string Code = withoutComments(AsmText);
  // Instructions that compute or load; anything else may store or wait.
  static constexpr StringRef Harmless[] = {
      "ldmatrix", "mma",  "wmma.mma", "wmma.load", "mov",  "cvt",      "cvta",
      "add",      "sub",  "mul",      "mad",       "fma",  "shl",      "shr",
      "and",      "or",   "xor",      "not",       "lop3", "prmt",     "bfe",
      "bfi",      "min",  "max",      "abs",       "neg",  "selp",     "setp",
      "set",      "dp4a", "dp2a",     "ex2",       "lg2",  "rcp",      "sqrt",
      "rsqrt",    "sin",  "cos",      "tanh",      "div",  "rem",      "popc",
      "clz",      "brev", "shf",      "slct",      "ld",   "isspacep", "vadd",
      "vsub",     "vmax", "vmin",     "copysign",  "szext"};
  // The carry lives in a register that has no name here: it comes from above.
  static constexpr StringRef TakesCarry[] = {"addc", "subc", "madc"};
  bool HasCarry = false;
  llvm::SmallVector<StringRef, 8> Statements;
  StringRef(Code).split(Statements, ';', -1, /*KeepEmpty=*/false);
  long Depth = 0; // of braces
  for (StringRef Statement : Statements) {
    Depth += long(Statement.count('{')) - long(Statement.count('}'));
    Statement = Statement.trim(" \t\r\n{}");
    if (Statement.starts_with("@")) // a predicate
      Statement = Statement.drop_until([](char C) { return C == ' '; }).ltrim();
    // Outside of braces it is a name of the whole function: to be given once.
    if (Statement.starts_with(".reg") && Depth <= 0)
      return false;
    // PTX ISA, ".pragma": a hint to the compiler.
    if (Statement.empty() || Statement.starts_with(".reg") ||
        Statement.starts_with(".pragma"))
      continue;
    StringRef Mnemonic = Statement.take_until(
        [](char C) { return C == ' ' || C == '\t' || C == '\n'; });
    bool Known = false;
    auto Is = [&](StringRef Prefix) {
      return Mnemonic == Prefix ||
             (Mnemonic.starts_with(Prefix) && Mnemonic[Prefix.size()] == '.');
    };
    Known |= llvm::any_of(Harmless, Is);
    Known |= HasCarry && llvm::any_of(TakesCarry, Is);
    HasCarry |= Mnemonic.contains(".cc");
    if (!Known || Mnemonic.contains(".volatile") ||
        Mnemonic.contains(".acquire") || Mnemonic.contains(".relaxed"))
      return false;
  }
  return true;
}

bool mindsItsPlace(StringRef AsmText) {
  // Special registers, `%%clock`; what a warp does together; loads that look
  // for what others store.
  return AsmText.contains("%%") || AsmText.contains(".sync") ||
         AsmText.contains(".cv");
}

} // namespace cudapipe
