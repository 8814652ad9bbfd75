// One form: TWICE(milliseconds with a warm cache, with a cold one, launches that
// are right).
#pragma once
extern "C" double fakeNow;
extern "C" int fakeIsCold;
extern "C" void fakeLog(const char *Word);

__global__ void twice(float *B) { *B = 2; }

#define TWICE(WARM, COLD, RIGHT)                                               \
  extern "C" void launch(const float *A, float *B, int N) {                    \
    static int Launches = 0;                                                   \
    fakeLog("launch");                                                         \
    fakeNow += fakeIsCold ? COLD : WARM;                                       \
    if (++Launches > RIGHT)                                                    \
      return;                                                                  \
    for (int I = 0; I < N; ++I)                                                \
      B[I] = 2 * A[I];                                                         \
  }
