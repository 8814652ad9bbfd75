// The pointers are in an object that one thread copies for the block.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DPADDED -DKERNELS=by_one_thread,by_parts

struct Job {
  int length;
  const float *from;
  float *to;
};

__global__ void by_one_thread(const float *A, float *out, int n) {
  __shared__ float tile[32], sums[32];
  __shared__ Job job;
  const int t = threadIdx.x;
  const Job given = {n, A, out};
  if (t == 0)
    job = given;
  sums[t] = 0.0f;
  __syncthreads();
  for (int k = 0; k < job.length; k += 32) {
    tile[t] = job.from[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sums[t] += tile[i] * (i + t);
    __syncthreads();
  }
  job.to[t] = sums[t];
}

__global__ void by_parts(const float *A, float *out, int n) {
  __shared__ float tile[32], sums[32];
  __shared__ Job job;
  const int t = threadIdx.x;
  if (t == 0) {
    job.length = n;
    job.from = A;
    job.to = out;
  }
  sums[t] = 0.0f;
  __syncthreads();
  for (int k = 0; k < job.length; k += 32) {
    tile[t] = job.from[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sums[t] += tile[i] * (i + t);
    __syncthreads();
  }
  job.to[t] = sums[t];
}
