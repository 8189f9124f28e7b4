#ifndef AFFIX_CCRYPTO_H
#define AFFIX_CCRYPTO_H

#include <openssl/evp.h>
#include <openssl/hmac.h>

static inline int affix_hmac_sha256(
    const unsigned char *key, size_t key_count, const unsigned char *text, size_t count, unsigned char *code,
    unsigned int *code_count) {
    return key_count <= 4096 && HMAC(EVP_sha256(), key, (int)key_count, text, count, code, code_count) != NULL;
}

#endif
