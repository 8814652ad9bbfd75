// A member that tells where in the tile an object stores: changed by another member
// function, by an assignment of the whole object, through a pointer to the member, or
// as the object is made anew in each trip. With two buffers a thread would read what
// an earlier tile left.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 | FileCheck %s

struct Moving {
  const float *from;
  int place;
  __device__ void next() {
    from += 64;
    place ^= 1;
  }
};

// CHECK: K-loop in 'by_a_function' left alone: {{.*}} [footprint-moves]
__global__ void by_a_function(const float *__restrict__ A,
                              float *__restrict__ C, int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  Moving loader{A, t * 2};
  for (int k = 0; k < K; k += 64) {
    tile[loader.place] = loader.from[loader.place];
    loader.next();
    __syncthreads();
    sum += tile[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

struct Assigned {
  int place;
};

// CHECK: K-loop in 'as_a_whole' left alone: {{.*}} [footprint-moves]
__global__ void as_a_whole(const float *__restrict__ A,
                           float *__restrict__ C, int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  Assigned loader{t}, other{t + 64};
  for (int k = 0; k < K; k += 64) {
    tile[loader.place] = A[k + t];
    loader = other;
    __syncthreads();
    sum += tile[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

struct Pointed {
  const float *from;
  int place;
  __device__ void next(int Pointed::*member) {
    from += 64;
    this->*member ^= 1;
  }
};

// CHECK: K-loop in 'through_a_pointer' left alone: {{.*}} [unknown-effects]
__global__ void through_a_pointer(const float *__restrict__ A,
                                  float *__restrict__ C, int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  Pointed loader{A, t * 2};
  for (int k = 0; k < K; k += 64) {
    tile[loader.place] = loader.from[loader.place];
    loader.next(&Pointed::place);
    __syncthreads();
    sum += tile[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

struct Loader {
  const float *from;
  int place;
  __device__ void next() { from += 64; }
};

// CHECK: K-loop in 'made_anew' left alone: {{.*}} [footprint-moves]
__global__ void made_anew(const float *__restrict__ A, float *__restrict__ C,
                          int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    Loader loader{A + k, t * 2 + k / 64 % 2};
    tile[loader.place] = loader.from[loader.place];
    __syncthreads();
    sum += tile[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'accepted' pipelined: cpasync
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  Loader loader{A, t * 2};
  for (int k = 0; k < K; k += 64) {
    tile[loader.place] = loader.from[loader.place];
    loader.next();
    __syncthreads();
    sum += tile[t * 2];
    __syncthreads();
  }
  C[t] = sum;
}
