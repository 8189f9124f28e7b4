#ifndef AFFIX_CINFLATE_H
#define AFFIX_CINFLATE_H

// One verb of zlib: it follows a stream without keeping what that unpacks to.

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

enum affix_inflate_ending {
    AFFIX_INFLATE_WANTS_MORE, AFFIX_INFLATE_DONE, AFFIX_INFLATE_WRONG, AFFIX_INFLATE_MISCOUNTED
};

struct affix_inflate {
    z_stream stream;
    // Bytes of a row with its filter, where all have equally many; 0 where nobody asks.
    size_t row;
    // Whether a row names a filter that there is not.
    int has_strange_filter;
    unsigned char unpacked[1 << 16];
};

// NULL without memory.
static inline struct affix_inflate *affix_inflate_begin(size_t row) {
    struct affix_inflate *state = malloc(sizeof *state);
    if (!state) return NULL;
    memset(&state->stream, 0, sizeof state->stream);
    state->row = row;
    state->has_strange_filter = 0;
    if (inflateInit(&state->stream) == Z_OK) return state;
    free(state);
    return NULL;
}

static inline void affix_inflate_end(struct affix_inflate *state) {
    inflateEnd(&state->stream);
    free(state);
}

static inline size_t affix_inflate_count(const struct affix_inflate *state) {
    return state->stream.total_out;
}

// Looks at the filters of the rows that begin among the last bytes that were unpacked, as far as there are rows (PNG, third edition, section 9).
static inline void affix_inflate_look(struct affix_inflate *state, size_t before, size_t most) {
    size_t end = state->stream.total_out < most ? state->stream.total_out : most;
    size_t count = end > before ? end - before : 0;
    for (size_t place = (state->row - before % state->row) % state->row; place < count; place += state->row)
        if (state->unpacked[place] > 4) state->has_strange_filter = 1;
}

// Follows as far as so many bytes go, or until more is unpacked than `most`; `taken` tells how many belong to the stream.
static inline int affix_inflate_take(
    struct affix_inflate *state, const void *bytes, size_t count, size_t most, size_t *taken) {
    z_stream *stream = &state->stream;
    int result = Z_OK;
    stream->next_in = (unsigned char *)bytes;
    stream->avail_in = (uInt)count;
    do {
        stream->next_out = state->unpacked;
        stream->avail_out = sizeof state->unpacked;
        size_t before = stream->total_out;
        result = inflate(stream, Z_NO_FLUSH);
        if (state->row > 0) affix_inflate_look(state, before, most);
    } while (result == Z_OK && (stream->avail_in > 0 || stream->avail_out == 0) && stream->total_out <= most);
    *taken = count - stream->avail_in;
    if (result == Z_STREAM_END) return AFFIX_INFLATE_DONE;
    if (result == Z_OK || result == Z_BUF_ERROR) return AFFIX_INFLATE_WANTS_MORE;
    // zlib tells only in words whether the data make no sense, or all of them do but for their checksum.
    int is_miscounted = result == Z_DATA_ERROR && stream->msg && strcmp(stream->msg, "incorrect data check") == 0;
    return is_miscounted ? AFFIX_INFLATE_MISCOUNTED : AFFIX_INFLATE_WRONG;
}

#endif
