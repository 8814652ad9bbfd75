#include "Form.h"
TWICE(1.0, 2.0, 1000)
