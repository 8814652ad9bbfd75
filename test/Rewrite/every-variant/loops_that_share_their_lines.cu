// A loop that begins or ends amid a line, or has statements beside its braces, gets
// lines of its own.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single,pipeline walk -DWHOLE --kernel=walk \
// RUN:   -DKERNELS=walk,walk_in_one_line,walk_behind_another,walk_by_braces,walk_by_while

__global__ void walk(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0; for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t]; __syncthreads(); sum += t;
    for (int i = 0; i < 32; ++i) sum += tile[i] * (i + t);
    sum *= 2; __syncthreads(); } sum += 1;
  out[t] = sum;
}

__global__ void walk_in_one_line(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 32) { tile[t] = A[k + t]; __syncthreads(); for (int i = 0; i < 32; ++i) sum += tile[i] * (i + t); __syncthreads(); }
  out[t] = sum;
}

__global__ void walk_behind_another(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < 4; ++i) sum += i; for (int k = 0; k < n; k += 32) { // tiles
    tile[t] = A[k + t]; /* loaded */ __syncthreads(); // seen
    for (int i = 0; i < 32; ++i) sum += tile[i] * (i + t); /* done */ __syncthreads(); }
  out[t] = sum;
}

__global__ void walk_by_braces(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 32)
  { if (t < 32) tile[t] = A[k + t]; else tile[t] = 0; __syncthreads();
    for (int i = 0; i < 32; ++i) { sum += tile[i] * (i + t); sum -= i; }
    __syncthreads(); }
  out[t] = sum;
}

__global__ void walk_by_while(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0; int k = 0;
  while (k < n) { tile[t] = A[k + t]; k += 32; __syncthreads();
    for (int i = 0; i < 32; ++i) sum += tile[i] * (i + t);
    __syncthreads(); }
  out[t] = sum;
}
