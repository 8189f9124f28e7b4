#ifndef AFFIX_CZLIB_H
#define AFFIX_CZLIB_H

#include <zlib.h>

// inflateInit2 is a macro. 15 is the largest window there is; 16 more asks for the gzip format in place of zlib's.
static inline int affix_inflate_begin(z_stream *stream, int is_gzip) {
    return inflateInit2(stream, is_gzip ? 15 + 16 : 15);
}

#endif
