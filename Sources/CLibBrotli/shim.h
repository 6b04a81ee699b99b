#ifndef ALMANAC_CLIBBROTLI_SHIM_H
#define ALMANAC_CLIBBROTLI_SHIM_H

#include <brotli/decode.h>

#endif
