// RUN: %exits 2 cuda-pipeline-rewrite %s 2>&1 | FileCheck %s

// The words may be behind macros of another header.
// CHECK: error: parse error: "parsed"
#error "parsed"
KERNEL void f(int n) {
  SHARED_TILE(float, tile, 32);
  for (int i = 0; i < n; ++i)
    SYNC();
}
