// A launch that is all of a function's line gets lines of its own, with the
// statement in front of it; where another statement shares the line, it stays.
//
// RUN: cuda-pipeline-rewrite --variant=ldg %s -o %t.cu
// RUN: grep -v '^//' %t.cu | FileCheck %s --strict-whitespace

// CHECK:{{^}}void alone(const float *A, float *C, int n) {
// CHECK-NEXT:{{^}}    cudaFuncSetAttribute(sums, cudaFuncAttributeMaxDynamicSharedMemorySize,
// CHECK-NEXT:{{^}}                         2 * n * sizeof(float));
// CHECK-NEXT:{{^}}    sums<<<n / 64, 64, 2 * n * sizeof(float)>>>(A, C, n);
// CHECK-NEXT:{{^}}}
// CHECK-EMPTY:
// CHECK-NEXT:{{^}}void beside(const float *A, float *C, int n) { done = 1; cudaFuncSetAttribute(
__global__ void sums(const float *__restrict__ A, float *__restrict__ C,
                     int n) {
    extern __shared__ float tile[];
    float sum = 0;
    for (int k = 0; k < n; k += 64) {
        tile[threadIdx.x] = A[k + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 64; ++i)
            sum += tile[i];
        __syncthreads();
    }
    C[blockIdx.x * 64 + threadIdx.x] = sum;
}

int done;
void alone(const float *A, float *C, int n) { sums<<<n / 64, 64, n * sizeof(float)>>>(A, C, n); }

void beside(const float *A, float *C, int n) { done = 1; sums<<<n / 64, 64, n * sizeof(float)>>>(A, C, n); }
