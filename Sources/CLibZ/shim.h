#pragma once

#include <zlib.h>

// inflateInit2 is a macro that passes the header's version along.
static inline int almanac_inflate_open(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}
