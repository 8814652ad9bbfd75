// What is set under a guard is there under the same guard only, as long as nothing in
// it has changed: not where compute asks for more rows, nor where the guard has another
// value by then, nor where only one of two guards stands.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain %s 2>&1 | FileCheck %s
// CHECK: 'twin' pipelined
// CHECK: 'more' left alone: {{.*}}'row' is set here for the load phase and used by the rest of the loop
// CHECK: 'changed' left alone: {{.*}}'row' is set here for the load phase and used by the rest of the loop
// CHECK: 'nested' left alone: {{.*}}'row' is set here for the load phase and used by the rest of the loop

template <int V>
__global__ void twin(const float *__restrict__ A, const int *__restrict__ rows,
                     float *__restrict__ C, int n, int m) {
  __shared__ float tile[V][32];
  int row[V];
  int last = n;
  float sum = 0;
  const int t = threadIdx.x;
  for (int v = 0; v < V; ++v)
    row[v] = v;
  for (int k = 0; k < n; k += V) {
    for (int v = 0; v < V; ++v)
      if (k + v < n)
        row[v] = rows[k + v];
    for (int v = 0; v < V; ++v)
      if (k + v < n)
        tile[v][t] = A[row[v] * 32 + t];
    __syncthreads();
    for (int v = 0; v < V; ++v)
      if (k + v < n)
        sum += tile[v][31 - t] * row[v];
    __syncthreads();
  }
  C[t] = sum;
}

template <int V>
__global__ void more(const float *__restrict__ A, const int *__restrict__ rows,
                     float *__restrict__ C, int n, int m) {
  __shared__ float tile[V][32];
  int row[V];
  int last = n;
  float sum = 0;
  const int t = threadIdx.x;
  for (int v = 0; v < V; ++v)
    row[v] = v;
  for (int k = 0; k < n; k += V) {
    for (int v = 0; v < V; ++v)
      if (k + v < n)
        row[v] = rows[k + v];
    for (int v = 0; v < V; ++v)
      if (k + v < n)
        tile[v][t] = A[row[v] * 32 + t];
    __syncthreads();
    for (int v = 0; v < V; ++v)
      if (k + v <= n)
        sum += tile[v][31 - t] * row[v];
    __syncthreads();
  }
  C[t] = sum;
}

template <int V>
__global__ void changed(const float *__restrict__ A, const int *__restrict__ rows,
                     float *__restrict__ C, int n, int m) {
  __shared__ float tile[V][32];
  int row[V];
  int last = n;
  float sum = 0;
  const int t = threadIdx.x;
  for (int v = 0; v < V; ++v)
    row[v] = v;
  for (int k = 0; k < n; k += V) {
    for (int v = 0; v < V; ++v)
      if (k + v < last)
        row[v] = rows[k + v];
    for (int v = 0; v < V; ++v)
      if (k + v < last)
        tile[v][t] = A[row[v] * 32 + t];
    __syncthreads();
    last = m - k;
    for (int v = 0; v < V; ++v)
      if (k + v < last)
        sum += tile[v][31 - t] * row[v];
    __syncthreads();
  }
  C[t] = sum;
}

template <int V>
__global__ void nested(const float *__restrict__ A, const int *__restrict__ rows,
                     float *__restrict__ C, int n, int m) {
  __shared__ float tile[V][32];
  int row[V];
  int last = n;
  float sum = 0;
  const int t = threadIdx.x;
  for (int v = 0; v < V; ++v)
    row[v] = v;
  for (int k = 0; k < n; k += V) {
    for (int v = 0; v < V; ++v)
      if (m > 3)
      if (k + v < n)
        row[v] = rows[k + v];
    for (int v = 0; v < V; ++v)
      if (m > 3)
      if (k + v < n)
        tile[v][t] = A[row[v] * 32 + t];
    __syncthreads();
    for (int v = 0; v < V; ++v)
      if (k + v < n)
        sum += tile[v][31 - t] * row[v];
    __syncthreads();
  }
  C[t] = sum;
}
