// The assertion holds for the kernels that match: the first is rewritten and
// gives what it gave, the second is left alone.
//
// RUN: cuda-pipeline-rewrite --explain --assume-no-alias=^scan$ -o %t.one.cu %s 2>&1 | FileCheck %s --check-prefixes=ALL,ONE
// RUN: cuda-pipeline-rewrite --explain --assume-no-alias=^math:: -o %t.other.cu %s 2>&1 | FileCheck %s --check-prefixes=ALL,OTHER
// RUN: cuda-pipeline-rewrite --explain --assume-no-alias -o %t.both.cu %s 2>&1 | FileCheck %s --check-prefixes=ALL,BOTH
// RUN: cuda-pipeline-rewrite --explain -o %t.none.cu %s 2>&1 | FileCheck %s --check-prefixes=ALL,NONE
// RUN: cmp %s %t.none.cu
// RUN: %run_on_cpu %S/../Rewrite/Inputs/scan.driver.cu %s %t.one.cu
//
// RUN: %exits 2 cuda-pipeline-rewrite '--assume-no-alias=(' %s 2>&1 | FileCheck %s --check-prefix=REGEX
// REGEX: error: --assume-no-alias: '(' is not a regular expression

// ALL: :[[#@LINE + 9]]:3: remark: K-loop in 'scan'
// ONE-SAME: pipelined
// OTHER-SAME: 'A' may be written by 'sums[k + t]' (declare the pointers __restrict__, or pass --assume-no-alias, if they never overlap) [source-may-change]
// BOTH-SAME: pipelined
// NONE-SAME: [source-may-change]
__global__ void scan(const float *A, float *sums, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i <= t; ++i)
      sum += tile[i];
    if (k + t < n)
      sums[k + t] = sum;
    for (int i = t + 1; i < 32; ++i)
      sum += tile[i];
    __syncthreads();
  }
}

namespace math {
// ALL: :[[#@LINE + 9]]:3: remark: K-loop in 'scan_all'
// ONE-SAME: [source-may-change]
// OTHER-SAME: pipelined
// BOTH-SAME: pipelined
// NONE-SAME: [source-may-change]
__global__ void scan_all(const float *A, float *sums, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i];
    sums[k + t] = sum;
    __syncthreads();
  }
}

// A pointer overlaps itself, whatever is asserted.
// ALL: :[[#@LINE + 5]]:3: remark: K-loop in 'scan_in_place' left alone: the loop may write the memory that the load phase reads: 'A' may be written by 'A[k + t]' [source-may-change]
__global__ void scan_in_place(float *__restrict__ A, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i];
    A[k + t] = sum;
    __syncthreads();
  }
}
} // namespace math
