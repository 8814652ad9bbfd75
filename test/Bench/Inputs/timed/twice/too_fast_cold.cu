#include "Form.h"
TWICE(0.5, 0.9, 1000)
