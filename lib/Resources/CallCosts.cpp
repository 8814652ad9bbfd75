//===- CallCosts.cpp - What library calls compute -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallCosts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

constexpr double WarpSize = 32;

/// The template arguments of wmma::fragment<Use, m, n, k, T, Layout>.
struct Fragment {
  StringRef Use;
  double M, N, K;
  QualType Element;
};

std::optional<Fragment> fragment(const Expr *E) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      E->getType().getNonReferenceType()->getAsCXXRecordDecl());
  if (!Class || Class->getName() != "fragment")
    return std::nullopt;
  const TemplateArgumentList &Args = Class->getTemplateArgs();
  if (Args.size() < 5 || Args[0].getKind() != TemplateArgument::Type ||
      Args[4].getKind() != TemplateArgument::Type)
    return std::nullopt;
  auto Size = [&](unsigned I) {
    return Args[I].getKind() == TemplateArgument::Integral
               ? double(Args[I].getAsIntegral().getExtValue())
               : 0;
  };
  const auto *Use = Args[0].getAsType()->getAsCXXRecordDecl();
  return Fragment{Use ? Use->getName() : "", Size(1), Size(2), Size(3),
                  Args[4].getAsType()};
}

/// Of a fragment's element: 16 of half, 1 of experimental::precision::b1.
unsigned elementBits(QualType Type, const ASTContext &Ctx) {
  if (const auto *Class = Type->getAsCXXRecordDecl())
    if (unsigned Bits = llvm::StringSwitch<unsigned>(Class->getName())
                            .Case("tf32", 32)
                            .Cases({"s4", "u4"}, 4)
                            .Case("b1", 1)
                            .Default(0))
      return Bits;
  return Type->isIncompleteType() ? 16 : Ctx.getTypeSize(Type);
}

/// The instruction in front of \p Rest: "mma.sync.aligned.m16n8k16....".
bool readShape(StringRef Instruction, double &M, double &N, double &K) {
  static constexpr llvm::StringLiteral Letters[] = {"m", "n", "k"};
  for (StringRef Part : llvm::split(Instruction, '.')) {
    unsigned Values[3] = {};
    StringRef Rest = Part;
    bool Fits = true;
    for (auto [Letter, Value] : llvm::zip_equal(Letters, Values))
      Fits =
          Fits && Rest.consume_front(Letter) && !Rest.consumeInteger(10, Value);
    if (Fits && Rest.empty()) {
      M = Values[0];
      N = Values[1];
      K = Values[2];
      return true;
    }
  }
  return false;
}

/// The mnemonics of an asm text.
llvm::SmallVector<StringRef> mnemonics(StringRef Text) {
  llvm::SmallVector<StringRef> Out, Statements;
  Text.split(Statements, ';');
  for (StringRef S : Statements) {
    S = S.trim(" \t\n\r{}");
    if (S.consume_front("@"))
      S = S.drop_until([](char C) { return llvm::isSpace(C); }).trim();
    StringRef Word = S.take_until([](char C) { return llvm::isSpace(C); });
    if (!Word.empty() && !Word.ends_with(":"))
      Out.push_back(Word);
  }
  return Out;
}

} // namespace

Cost matrixProduct(double M, double N, double K, unsigned InputBits) {
  double Products = M * N * K;
  double Each = InputBits >= 64   ? 8 * 8 * 4
                : InputBits >= 32 ? 16 * 8 * 8
                                  : 16 * 8 * 16;
  return {2 * Products / WarpSize, std::max(1.0, Products / Each)};
}

Cost libraryCost(StringRef Name) {
  return llvm::StringSwitch<Cost>(Name)
      .Cases({"fma", "fmaf", "__fmaf_rn", "__fma_rn", "__hfma", "__hfma_sat",
              "__hfma_relu", "mad24", "__imad"},
             {2, 1})
      .Cases({"__hfma2", "__hfma2_sat", "__hfma2_relu", "__hcmadd"}, {4, 1})
      .Cases({"__dp4a", "__dp2a_lo", "__dp2a_hi"}, {8, 1})
      .Cases({"__hadd2", "__hsub2", "__hmul2", "__hmax2", "__hmin2", "__hneg2"},
             {2, 1})
      .Cases({"__hadd",      "__hsub",    "__hmul",    "__hmax",    "__hmin",
              "__fadd_rn",   "__fsub_rn", "__fmul_rn", "__dadd_rn", "__dmul_rn",
              "fmax",        "fmaxf",     "fmin",      "fminf",     "max",
              "min",         "umax",      "umin",      "fabs",      "fabsf",
              "abs",         "__mul24",   "__umul24",  "__sad",     "__popc",
              "__vabsdiffu4"},
             {1, 1})
      .Cases({"__expf", "__exp2f", "__logf", "__log2f", "__sinf", "__cosf",
              "__fdividef", "__frcp_rn", "__frsqrt_rn", "rsqrtf", "exp2f",
              "ex2", "__fsqrt_rn", "hexp", "hexp2", "h2exp"},
             {1, 2})
      .Cases({"sqrt",      "sqrtf",     "rsqrt",  "exp",    "expf",   "exp2",
              "exp10f",    "log",       "logf",   "log2f",  "log10f", "log1pf",
              "expm1f",    "pow",       "powf",   "sin",    "sinf",   "cos",
              "cosf",      "tan",       "tanf",   "tanh",   "tanhf",  "erf",
              "erff",      "erfcf",     "atan2f", "hypotf", "cbrtf",  "__powf",
              "__fdiv_rn", "__ddiv_rn", "__hdiv", "h2div",  "hsqrt",  "fmodf",
              "fdividef"},
             {1, SlowMath})
      .Cases({"sincosf", "sincos", "__sincosf"}, {2, 2 * SlowMath})
      .Default({0, 0});
}

bool isPointerLoad(StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases({"__ldg", "__ldcg", "__ldca", "__ldcs", "__ldlu", "__ldcv"}, true)
      .Default(false);
}

std::optional<Cost> warpProduct(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || !Callee->getIdentifier() || Call.getNumArgs() < 3 ||
      (Callee->getName() != "mma_sync" && Callee->getName() != "bmma_sync"))
    return std::nullopt;
  std::optional<Fragment> A = fragment(Call.getArg(1));
  if (!A)
    return std::nullopt;
  return matrixProduct(A->M, A->N, A->K,
                       elementBits(A->Element, Callee->getASTContext()));
}

uint64_t fragmentBytes(const CallExpr &Call, unsigned Index,
                       const ASTContext &Ctx) {
  std::optional<Fragment> F =
      Index < Call.getNumArgs() ? fragment(Call.getArg(Index)) : std::nullopt;
  if (!F)
    return 16;
  double Elements = F->Use == "matrix_a"   ? F->M * F->K
                    : F->Use == "matrix_b" ? F->K * F->N
                                           : F->M * F->N;
  return Elements * elementBits(F->Element, Ctx) / 8 / WarpSize;
}

std::optional<Cost> asmCost(StringRef Text) {
  Cost Sum;
  for (StringRef Word : mnemonics(Text)) {
    double M, N, K;
    Cost C;
    if (Word.starts_with("mma.") || Word.starts_with("wmma.mma")) {
      if (!readShape(Word, M, N, K))
        return std::nullopt;
      unsigned Bits = Word.contains("tf32")  ? 32
                      : Word.contains("f64") ? 64
                                             : 16;
      C = matrixProduct(M, N, K, Bits);
      // One mma is one instruction, whatever its shape.
      C.Math = Word.starts_with("mma.") ? 1 : C.Math;
    } else if (Word.starts_with("fma.") || Word.starts_with("mad.")) {
      C = Word.contains("x2") ? Cost{4, 1} : Cost{2, 1};
    } else if (Word.starts_with("dp4a") || Word.starts_with("dp2a")) {
      C = {8, 1};
    } else if (Word.starts_with("ex2") || Word.starts_with("rcp") ||
               Word.starts_with("rsqrt") || Word.starts_with("tanh")) {
      C = {1, 2};
    } else if (Word.starts_with("wgmma") || Word.starts_with("tcgen05")) {
      return std::nullopt;
    }
    Sum.Operations += C.Operations;
    Sum.Math += C.Math;
  }
  return Sum;
}

unsigned asmSharedLoads(StringRef Text) {
  return llvm::count_if(mnemonics(Text), [](StringRef Word) {
    return Word.starts_with("ldmatrix") || Word.starts_with("ld.shared") ||
           Word.starts_with("wmma.load");
  });
}

} // namespace cudapipe
