// Code that does not parse hides what it does.
//
// RUN: print-matches 'forStmt(hasParseError)' %s > %t.found
// RUN: grep -n '// match$' %s | diff - %t.found

__global__ void kernel(const float *A, float *C, int N) {
  for (int K = 0; K < N; ++K) // match
    C[K] = undeclared(A[K]);
  for (int K = 0; K < N; ++K) { // match
    auto lambda = [&] { C[K] = undeclared(A[K]); };
  }

  for (int K = 0; K < N; ++K)
    C[K] = A[K];
}
