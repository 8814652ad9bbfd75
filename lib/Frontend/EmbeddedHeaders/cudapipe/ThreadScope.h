//===- cudapipe/ThreadScope.h - cuda::thread_scope --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: libcu++ documentation, "Thread Scopes".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_THREADSCOPE_H
#define CUDAPIPE_EMBEDDED_THREADSCOPE_H
#pragma clang system_header

namespace cuda {

enum thread_scope {
  thread_scope_system = 0,
  thread_scope_device = 1,
  thread_scope_block = 2,
  thread_scope_thread = 10
};

namespace std {
enum memory_order {
  memory_order_relaxed,
  memory_order_consume,
  memory_order_acquire,
  memory_order_release,
  memory_order_acq_rel,
  memory_order_seq_cst
};
} // namespace std
using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

} // namespace cuda

#endif // CUDAPIPE_EMBEDDED_THREADSCOPE_H
