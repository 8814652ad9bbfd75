// RUN: cuda-pipeline-rewrite --quiet %s 2>&1 | count 0

// A kernel without shared memory: this file does not parse, and need not.
#error "parsed"
__global__ void axpy(float a, const float *x, float *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = a * x[i];
}
void run() { cudaDeviceSynchronize(); }
