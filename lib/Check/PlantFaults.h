//===- PlantFaults.h - Is what is found all that is there? ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_CHECK_PLANTFAULTS_H
#define CUDAPIPE_LIB_CHECK_PLANTFAULTS_H

#include "KernelPlays.h"
#include "cudapipe/Check/CheckKernels.h"

namespace cudapipe::check {

/// Leaves out each barrier and each wait of \p Code, which is clean, and looks
/// whether that is found.
PlantedFaults plantFaults(const Program &Code, const Layout &Places,
                          const Dependence &Rests, const Parameters &Given,
                          const LaunchShape &Shape, llvm::StringRef File);

} // namespace cudapipe::check

#endif // CUDAPIPE_LIB_CHECK_PLANTFAULTS_H
