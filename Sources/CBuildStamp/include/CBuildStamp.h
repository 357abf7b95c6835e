#ifndef KYMOGRAPH_BUILD_STAMP_H
#define KYMOGRAPH_BUILD_STAMP_H

#ifdef __cplusplus
extern "C" {
#endif

/// The commit of the sources, 40 hexadecimal digits, with "-dirty" behind them if files had been changed;
/// empty where whoever built it did not say.
const char *_Nonnull kymo_build_commit(void);

/// The first line of `swift --version`; empty where whoever built it did not say.
const char *_Nonnull kymo_build_toolchain(void);

#ifdef __cplusplus
}
#endif

#endif
