#include "CWebPage.h"

#include <zlib.h>

size_t web_page_gzip_bound(size_t count) {
    // zlib's bound is for its own head; that of gzip takes 12 bytes more.
    return compressBound((uLong)count) + 12;
}

size_t web_page_gzip(const uint8_t *bytes, size_t count, uint8_t *to, size_t capacity) {
    z_stream stream = {0};
    // 16 more than the window's bits asks for gzip (zlib.h, deflateInit2).
    int begun = deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
    if (begun != Z_OK) return 0;
    stream.next_in = (Bytef *)bytes;
    stream.avail_in = (uInt)count;
    stream.next_out = to;
    stream.avail_out = (uInt)capacity;
    int end = deflate(&stream, Z_FINISH);
    size_t written = stream.total_out;
    deflateEnd(&stream);
    return end == Z_STREAM_END ? written : 0;
}
