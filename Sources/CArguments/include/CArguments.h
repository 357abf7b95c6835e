#ifndef KYMOGRAPH_ARGUMENTS_H
#define KYMOGRAPH_ARGUMENTS_H

#ifdef __cplusplus
extern "C" {
#endif

/// How many words this process was started with, the name of its program among them; 0 if nobody said.
int kymo_argument_count(void);

/// A word of them, which lives as long as the process; null beyond the last.
const char *_Nullable kymo_argument(int place);

#ifdef __cplusplus
}
#endif

#endif
