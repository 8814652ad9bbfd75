// Members and parameters are pointers into one array, whose pieces the caller keeps
// apart: to the loop all is one tile. In `swapped` compute works on a piece.
//
// RUN: %rewrite_and_run ldg-single walk -DPADDED "-DKERNELS=apart,swapped"

class Block {
public:
  __device__ Block(float *smem, const float *A, int n)
      : As_(smem), Bs_(smem + 32), A_(A), n_(n) {
    t_ = threadIdx.x;
  }

  // Stores the tile by one member, for another to call.
  __device__ float apart() {
    float sum = 0.0f;
    for (int k = 0; k < n_; k += 32) {
      load(k);
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += As_[i] * Bs_[31 - i] + t_;
      __syncthreads();
    }
    return sum;
  }

  __device__ float swapped(float *again) {
    float sum = 0.0f;
    for (int k = 0; k < n_; k += 32) {
      As_[t_] = A_[k + t_];
      __syncthreads();
      const float other = again[31 - t_];
      __syncthreads();
      again[t_] = other * 2.0f;
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += As_[i] * (i + t_);
      __syncthreads();
    }
    return sum;
  }

private:
  __device__ void load(int k) {
    As_[t_] = A_[k + t_];
    Bs_[t_] = A_[k + 31 - t_];
  }

  float *As_, *Bs_;
  const float *A_;
  int n_, t_;
};

__global__ void apart(const float *A, float *out, int n) {
  __shared__ float smem[64];
  Block block(smem, A, n);
  out[threadIdx.x] = block.apart();
}

__global__ void swapped(const float *A, float *out, int n) {
  __shared__ float smem[64];
  Block block(smem, A, n);
  out[threadIdx.x] = block.swapped(smem);
}
