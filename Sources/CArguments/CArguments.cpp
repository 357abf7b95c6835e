#include "CArguments.h"

// The C library hands the words of `main` to what runs before it. Swift's own way to them reads
// /proc/self/cmdline, which is not everywhere.
static int count = 0;
static char **words = nullptr;

__attribute__((constructor)) static void kymo_keep_arguments(int argc, char **argv, char **) {
  count = argc;
  words = argv;
}

int kymo_argument_count(void) { return count; }

const char *kymo_argument(int place) {
  return place >= 0 && place < count ? words[place] : nullptr;
}
