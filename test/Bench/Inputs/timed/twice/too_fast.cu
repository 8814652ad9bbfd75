#include "Form.h"
TWICE(0.09, 1.5, 1000)
