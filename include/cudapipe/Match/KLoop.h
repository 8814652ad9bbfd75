//===- cudapipe/Match/KLoop.h - Matchers for loops that stage tiles -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   functionDecl(kernelOrDeviceFunction(), forEachStatement(kLoop()))
//
//   __global__ void gemm(...) {             <- kernelOrDeviceFunction()
//     ...
//     for (int k = 0; k < K; k += BK) {     <- kLoop()
//       As[ty][tx] = A[row * K + k + tx];   <- stagesTile()
//       __syncthreads();                    <- blockBarrier()
//       ...
//
// They compose with all of Clang's matchers, and prove nothing: what matches is
// looked at, and may be left alone. docs/developers/matchers.md shows them in
// clang-query.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_MATCH_KLOOP_H
#define CUDAPIPE_MATCH_KLOOP_H

#include "cudapipe/Match/StatementMatchers.h"

namespace cudapipe {

/// Matches a function with a body that runs on the GPU, system headers and the
/// bodies of lambdas excepted.
///
/// Matches
///     __global__ void k(float *A) {}
///     __device__ float f(float x) { return x; }
/// and does not match
///     __global__ void declared(float *A);
///     int main() {}
clang::ast_matchers::DeclarationMatcher kernelOrDeviceFunction();

/// Matches the pattern of a function template, or a member of a class template,
/// that has been instantiated: who knows the arguments looks there.
///
/// Matches f() of
///     template <int N> __device__ void f() {}
///     __global__ void k() { f<4>(); }
/// and does not match f<4>(), nor f() without k().
clang::ast_matchers::DeclarationMatcher hasInstantiatedBody();

/// Matches the call, or the inline assembly, at which threads wait for the
/// others of their block. Barriers of other groups of the library count as
/// well: the analysis tells them apart, and gives a reason.
///
/// Matches
///     __syncthreads()
///     asm volatile("bar.sync 0;" ::: "memory")
///     block.sync()       with `cg::thread_block block`
/// and does not match
///     __syncwarp()
///     wait()             with `__device__ void wait() { __syncthreads(); }`;
///                        executes(blockBarrier()) does
clang::ast_matchers::StatementMatcher blockBarrier();

/// Matches the call at which the threads of a warp wait for each other.
///
/// Matches
///     __syncwarp()
/// and does not match
///     __syncthreads()
clang::ast_matchers::StatementMatcher warpBarrier();

/// Matches a statement that brings values from global memory, or a texture,
/// into shared memory, or that may: by what a pointer can point to, functions
/// that it calls included.
///
/// Matches
///     As[ty][tx] = A[i];
///     { float a = A[i]; As[ty][tx] = a; }
///     __pipeline_memcpy_async(&As[ty][tx], &A[i], 4);
/// and does not match
///     As[ty][tx] = 0;
///     C[i] = As[ty][tx];
clang::ast_matchers::StatementMatcher stagesTile();

/// Matches a loop that loads shared memory by copies that a barrier object, an
/// mbarrier or a pipeline counts, and waits there.
///
/// Matches
///     for (...) { load(As, k, &full); wait(&full, k & 1); ... }
/// and does not match
///     while (!try_wait(&full, phase)) {}
clang::ast_matchers::StatementMatcher countedCopies();

/// Matches a loop that threads of one role run: it loads for others, or waits
/// for what others have loaded.
///
/// Matches
///     for (...) { wait(&full[s], phase); compute(As[s]); arrive(&empty[s]); }
/// and does not match
///     for (...) { __syncthreads(); compute(As); }
clang::ast_matchers::StatementMatcher roleLoop();

/// Matches a loop that stages tiles and has a barrier, with no such loop inside
/// it; also one whose copies something else counts, and one of a role.
///
/// Matches
///     for (int k = 0; k < K; k += 16) {
///       As[ty][tx] = A[k + tx];
///       __syncthreads();
///       acc += As[ty][0];
///       __syncthreads();
///     }
/// and does not match the loop around it in
///     for (int row = 0; row < M; row += 16)
///       for (int k = 0; ...)
clang::ast_matchers::StatementMatcher kLoop();

} // namespace cudapipe

#endif // CUDAPIPE_MATCH_KLOOP_H
