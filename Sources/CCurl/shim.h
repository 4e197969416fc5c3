// What is used of libcurl: one request that is sent and waited for, and its parser of URLs.
//
// Swift cannot call functions with any number of arguments, so they are called here.
#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <curl/curl.h>
#include <stdint.h>
#include <string.h>

// Makes libcurl ready, once for the process; 0 when it cannot be.
static inline int shim_start(void) { return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK; }

// Room for an answer, and what is in it.
typedef struct {
    uint8_t *bytes;
    size_t room;
    size_t count;
    // Bytes of headers that may still come.
    size_t headRoom;
    long status;
} shim_answer;

static inline size_t shim_take_body(char *bytes, size_t size, size_t count, void *user) {
    shim_answer *answer = user;
    size_t more = size * count;
    if (more > answer->room - answer->count) return CURL_WRITEFUNC_ERROR;
    memcpy(answer->bytes + answer->count, bytes, more);
    answer->count += more;
    return more;
}

static inline size_t shim_take_header(char *bytes, size_t size, size_t count, void *user) {
    (void) bytes;
    shim_answer *answer = user;
    size_t more = size * count;
    if (more > answer->headRoom) return CURL_WRITEFUNC_ERROR;
    answer->headRoom -= more;
    return more;
}

// Makes the connections known that requests of one thread share; NULL without memory.
static inline CURLSH *shim_connections(void) {
    CURLSH *connections = curl_share_init();
    if (connections) curl_share_setopt(connections, CURLSHOPT_SHARE, CURL_LOCK_DATA_CONNECT);
    return connections;
}

// Posts a body and waits for the whole answer. Redirects are not followed, and nothing is unpacked.
static inline CURLcode shim_post(
    CURL *curl, CURLSH *connections, const char *url, struct curl_slist *headers, const uint8_t *body, size_t count,
    long milliseconds, shim_answer *answer
) {
    CURLcode code;
    if ((code = curl_easy_setopt(curl, CURLOPT_SHARE, connections)) != CURLE_OK
        || (code = curl_easy_setopt(curl, CURLOPT_URL, url)) != CURLE_OK
        || (code = curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https")) != CURLE_OK
        || (code = curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, (long) CURL_HTTP_VERSION_1_1)) != CURLE_OK
        || (code = curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L)) != CURLE_OK
        || (code = curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, milliseconds)) != CURLE_OK
        || (code = curl_easy_setopt(curl, CURLOPT_POST, 1L)) != CURLE_OK
        || (code = curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t) count)) != CURLE_OK
        || (code = curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body)) != CURLE_OK
        || (code = curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers)) != CURLE_OK
        || (code = curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, shim_take_body)) != CURLE_OK
        || (code = curl_easy_setopt(curl, CURLOPT_WRITEDATA, answer)) != CURLE_OK
        || (code = curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, shim_take_header)) != CURLE_OK
        || (code = curl_easy_setopt(curl, CURLOPT_HEADERDATA, answer)) != CURLE_OK
        || (code = curl_easy_perform(curl)) != CURLE_OK) return code;
    return curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &answer->status);
}

#endif
