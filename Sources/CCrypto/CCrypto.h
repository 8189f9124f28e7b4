#ifndef AFFIX_CCRYPTO_H
#define AFFIX_CCRYPTO_H

#include <openssl/evp.h>

#endif
