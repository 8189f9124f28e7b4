#ifndef AFFIX_CMAGIC_H
#define AFFIX_CMAGIC_H

#include <magic.h>
#include <stddef.h>

// A cookie with its database read in, so that naming opens no file later; NULL when there is none. It looks at first
// bytes only: not into compressed data, compound documents or the tables of a program.
static inline magic_t affix_magic_open(void) {
    magic_t cookie = magic_open(MAGIC_NO_CHECK_COMPRESS | MAGIC_NO_CHECK_CDF | MAGIC_NO_CHECK_ELF);
    if (cookie && magic_load(cookie, NULL) != 0) {
        magic_close(cookie);
        return NULL;
    }
    return cookie;
}

#endif
