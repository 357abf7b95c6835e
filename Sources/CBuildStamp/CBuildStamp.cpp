#include "CBuildStamp.h"

#ifndef KYMOGRAPH_COMMIT
#define KYMOGRAPH_COMMIT ""
#endif
#ifndef KYMOGRAPH_TOOLCHAIN
#define KYMOGRAPH_TOOLCHAIN ""
#endif

const char *kymo_build_commit(void) { return KYMOGRAPH_COMMIT; }

const char *kymo_build_toolchain(void) { return KYMOGRAPH_TOOLCHAIN; }
