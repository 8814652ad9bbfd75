#include "Form.h"
TWICE(0.099, 0.99, 1000)
