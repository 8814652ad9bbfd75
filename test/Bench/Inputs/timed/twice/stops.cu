#include "Form.h"
TWICE(0.5, 1.5, 6)
