// A statement with another inside it, not in a lambda.
//
// RUN: print-matches 'whileStmt(hasBreak)' %s > %t.found
// RUN: grep -n '// match$' %s | diff - %t.found

__device__ void leave() {
  while (true) // match
    if (threadIdx.x == 0)
      break;
}

__global__ void kernel() {
  while (true) { // match
    for (;;)
      break;
  }

  while (true)
    leave();
  while (true) {
    auto lambda = [] {
      for (;;)
        break;
    };
  }
}
