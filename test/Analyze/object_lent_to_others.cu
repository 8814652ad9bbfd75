// Who has the address of a pointer in an object, or a reference to it, may set
// it; so may who looks at its bytes in another way. Each kernel but the first
// loads from C, which it writes, by a pointer that has once been A.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s

struct View {
  const float *data;
  const float *parts[2];
  __device__ void set(const float *to) { data = to; }
  __device__ const float *&pointer() { return data; }
};
struct Named : View {
  int name;
};
struct Sized {
  const float *data;
  int size;
};
struct Outer {
  View view;
  const float *other;
};
struct Place {
  const float **at;
};
union Bytes {
  const float *data;
  unsigned long long number;
  __device__ void set(const float *to) { number = (unsigned long long)to; }
};
struct Chooser {
  const float *data;
  __device__ Chooser(const float *&given, const float *to) : data(given) {
    given = to;
  }
};

__device__ void redirect(const float *&pointer, const float *to) {
  pointer = to;
}
__device__ View &same(View &view) { return view; }
__device__ Sized made(const float *first, const float *then) {
  Sized view = {first, 0};
  const float **pointer = &view.data;
  *pointer = then;
  return view;
}

#define KERNEL(NAME)                                                           \
  __global__ void NAME(const float *__restrict__ A, float *C, int K)

// CHECK: rewritten nobody_else
KERNEL(nobody_else) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  View view;
  view.data = A;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = view.data[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK: left-alone its_address {{.*}} {{source-may-change|unknown-effects}}
KERNEL(its_address) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  View view;
  view.data = A;
  const float **pointer = &view.data;
  *pointer = C;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = view.data[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK: left-alone address_in_another_object {{.*}}
// {{source-may-change|unknown-effects}}
KERNEL(address_in_another_object) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  View view;
  view.data = A;
  Place place = {&view.data};
  *place.at = C;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = view.data[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK: left-alone reference_of_a_function {{.*}}
// {{source-may-change|unknown-effects}}
KERNEL(reference_of_a_function) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  View view;
  view.data = A;
  redirect(view.data, C);
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = view.data[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK: left-alone bytes_of_a_copy {{.*}}
// {{source-may-change|unknown-effects}}
KERNEL(bytes_of_a_copy) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  View view;
  view.data = A;
  const float *to = C;
  memcpy(&view.data, &to, sizeof(to));
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = view.data[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK: left-alone element_of_an_array {{.*}}
// {{source-may-change|unknown-effects}}
KERNEL(element_of_an_array) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  View view;
  view.data = A;
  view.parts[0] = C;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = view.parts[0][k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK: left-alone base_class {{.*}} {{source-may-change|unknown-effects}}
KERNEL(base_class) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  Named view;
  view.data = A;
  static_cast<View &>(view).data = C;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = view.data[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK: left-alone pointer_in_its_place {{.*}}
// {{source-may-change|unknown-effects}}
KERNEL(pointer_in_its_place) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  View view;
  view.data = A;
  reinterpret_cast<const float *&>(view) = C;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = view.data[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK: left-alone one_of_two_objects {{.*}}
// {{source-may-change|unknown-effects}}
KERNEL(one_of_two_objects) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  View view;
  view.data = A;
  View another = view;
  (K > 0 ? another : view).data = C;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = another.data[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK: left-alone behind_a_comma {{.*}} {{source-may-change|unknown-effects}}
KERNEL(behind_a_comma) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  View view;
  view.data = A;
  (K, view).data = C;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = view.data[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK: left-alone method_of_a_member {{.*}}
// {{source-may-change|unknown-effects}}
KERNEL(method_of_a_member) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  Outer outer;
  outer.view.data = A;
  outer.view.set(C);
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = outer.view.data[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK: left-alone reference_from_a_member {{.*}}
// {{source-may-change|unknown-effects}}
KERNEL(reference_from_a_member) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  Outer outer;
  outer.view.data = A;
  outer.view.pointer() = C;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = outer.view.data[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK: left-alone member_is_returned {{.*}}
// {{source-may-change|unknown-effects}}
KERNEL(member_is_returned) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  Outer outer;
  outer.view.data = A;
  same(outer.view).data = C;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = outer.view.data[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK: left-alone member_is_assigned {{.*}}
// {{source-may-change|unknown-effects}}
KERNEL(member_is_assigned) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  Outer outer;
  outer.view.data = A;
  outer.view = View{C};
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = outer.view.data[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK: left-alone number_in_a_union {{.*}}
// {{source-may-change|unknown-effects}}
KERNEL(number_in_a_union) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  Bytes bytes;
  bytes.data = A;
  bytes.number = (unsigned long long)C;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = bytes.data[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK: left-alone method_of_a_union {{.*}}
// {{source-may-change|unknown-effects}}
KERNEL(method_of_a_union) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  Bytes bytes;
  bytes.data = A;
  bytes.set(C);
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = bytes.data[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK: left-alone made_by_a_function {{.*}}
// {{source-may-change|unknown-effects}}
KERNEL(made_by_a_function) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  Sized view = made(A, C);
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = view.data[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK: left-alone reference_of_a_constructor {{.*}}
// {{source-may-change|unknown-effects}}
KERNEL(reference_of_a_constructor) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  const float *pointer = A;
  Chooser chooser(pointer, C);
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = pointer[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK: left-alone element_is_set_again {{.*}}
// {{source-may-change|unknown-effects}}
KERNEL(element_is_set_again) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  const float *pointers[2] = {A, A};
  pointers[1] = C;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = pointers[1][k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK: left-alone element_by_its_address {{.*}}
// {{source-may-change|unknown-effects}}
KERNEL(element_by_its_address) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  const float *pointers[2] = {A, A};
  *(pointers + 1) = C;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = pointers[1][k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK: left-alone element_by_another_name {{.*}}
// {{source-may-change|unknown-effects}}
KERNEL(element_by_another_name) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  const float *pointers[2] = {A, A};
  const float **others = pointers;
  others[1] = C;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = pointers[1][k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}
