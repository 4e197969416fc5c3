// The files of the browser client, which are part of the program, and gzip.
#ifndef EMOJIART_CWEBPAGE_H
#define EMOJIART_CWEBPAGE_H

#include <stddef.h>
#include <stdint.h>

// How many files there are.
size_t web_page_count(void);

// The path of a file below the page's folder, and its bytes, which stay for good.
const char *web_page_path(size_t index);
const uint8_t *web_page_bytes(size_t index, size_t *count);

// The most bytes that gzip makes of so many.
size_t web_page_gzip_bound(size_t count);

// Compresses as RFC 1952 says, as small as zlib can; the bytes written, 0 when they do not fit.
size_t web_page_gzip(const uint8_t *bytes, size_t count, uint8_t *to, size_t capacity);

#endif
