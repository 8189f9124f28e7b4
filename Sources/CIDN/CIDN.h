#ifndef AFFIX_CIDN_H
#define AFFIX_CIDN_H

#include <idn2.h>

// The ASCII form of a name in UTF-8, or NULL; the caller frees it with idn2_free.
// As libcurl does it: by the rules of TR46 with IDNA2008, and by its older ones for what these do not know.
static inline char *affix_idn_ascii(const char *name) {
    char *ascii = NULL;
    int result = idn2_to_ascii_8z(name, &ascii, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL);
    if (result != IDN2_OK) result = idn2_to_ascii_8z(name, &ascii, IDN2_TRANSITIONAL);
    return result == IDN2_OK ? ascii : NULL;
}

#endif
