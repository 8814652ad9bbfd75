#include "blank.h"
#include "inc.h"
#include <sys.h>
#if FROM_CMAKE != 32 || __cplusplus < 202002L
#error "not the flags of the project"
#endif
const char *const greeting = GREETING;
