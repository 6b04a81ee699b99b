#ifndef ALMANAC_CLIBC_SHIM_H
#define ALMANAC_CLIBC_SHIM_H

// What Swift's own module of the C library leaves out.
#include <malloc.h>

#endif
