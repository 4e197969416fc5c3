// What is used of libcrypto: digests of bytes that are at hand, and of bytes that come in pieces.
#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H

#include <openssl/evp.h>
#include <openssl/sha.h>

#endif
