// A macro that is empty here stays where it was, in front of statements that go
// away, too: in another configuration it counts, or prints.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DWHOLE -DCOUNTED --kernel=walk
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --explain -o %t.cu 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WHY
// RUN: grep -v TEXT %t.cu | FileCheck %s --check-prefix=TEXT

#ifdef COUNTED
#define MARK(n) (sum = sum / 2 + (n))
#define MARKED MARK(7.0f);
#define PRINT(n) printf("%d", n)
#else
#define MARK(n)
#define MARKED
#define PRINT(n)
#endif

// TEXT: = tile_stages[
// TEXT: MARKED
// TEXT: MARK(1.0f);
// TEXT: MARK(2.0f);
// TEXT: MARK(3.0f);
// TEXT: MARKED
// TEXT: stage ^= 1
__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    MARKED
    tile[t] = A[k + t];
    MARK(1.0f);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    MARK(2.0f);
    MARK(3.0f);
    __syncthreads();
    MARKED
  }
  out[t] = sum;
}

// A copy of the load phase would lack it.
//
// WHY: K-loop in 'told': a call in another definition of the macro 'PRINT' was not looked at
__global__ void told(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    for (int i = t; i < 32; i += 32) {
      PRINT(1);
      tile[i] = A[k + i];
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}
