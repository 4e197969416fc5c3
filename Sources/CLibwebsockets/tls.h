// What Swift needs from OpenSSL for the TLS that libwebsockets speaks: much of it is macros, and
// what is not takes pointers to types that only these headers name.
#ifndef EMOJIART_CLIBWEBSOCKETS_TLS_H
#define EMOJIART_CLIBWEBSOCKETS_TLS_H

#include <errno.h>
#include <libwebsockets.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

// Composite in libwebsockets.h, which the importer drops: a listener with TLS makes its context
// empty, and no client of it needs the system's certificates.
static inline uint64_t shim_option_tls_listener(void) {
    return (uint64_t)LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT
        | (uint64_t)LWS_SERVER_OPTION_CREATE_VHOST_SSL_CTX
        | (uint64_t)LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS;
}

// OpenSSL would ask for a passphrase at the terminal.
static inline int shim_tls_no_passphrase(char *buffer, int size, int writing, void *data) {
    (void)buffer, (void)size, (void)writing, (void)data;
    return 0;
}

// The first reason of OpenSSL's queue; later ones are its consequences.
static inline const char *shim_tls_reason(void) {
    unsigned long code = ERR_get_error();
    const char *reason = NULL;
    // A failed system call is told by its errno, for which OpenSSL has no text of its own.
    if (ERR_SYSTEM_ERROR(code)) reason = strerror(ERR_GET_REASON(code));
    else if (code != 0) reason = ERR_reason_error_string(code);
    ERR_clear_error();
    return reason ? reason : "OpenSSL gives no reason";
}

// Seconds since 1970 of a certificate's end; 0 when it is told in no form that is known.
static inline int64_t shim_tls_end(const X509 *certificate) {
    struct tm end;
    memset(&end, 0, sizeof(end));
    if (!certificate || ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &end) != 1) return 0;
    return (int64_t)timegm(&end);
}

// The first end of a context's certificate and those behind it.
static inline int64_t shim_tls_expiry(SSL_CTX *context) {
    STACK_OF(X509) *chain = NULL;
    int64_t expiry = shim_tls_end(SSL_CTX_get0_certificate(context));
    SSL_CTX_get0_chain_certs(context, &chain);
    for (int index = 0; index < sk_X509_num(chain); index++) {
        int64_t end = shim_tls_end(sk_X509_value(chain, index));
        if (end < expiry) expiry = end;
    }
    return expiry;
}

// Reads a certificate with its chain and its key into a context of their own; NULL with a reason
// when they cannot be used.
static inline SSL_CTX *shim_tls_read(
    const char *certificate,
    const char *key,
    const char **part,
    const char **reason
) {
    ERR_clear_error();
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    *part = certificate;
    if (context) {
        SSL_CTX_set_default_passwd_cb(context, shim_tls_no_passphrase);
        if (SSL_CTX_use_certificate_chain_file(context, certificate) == 1) {
            // A key of another certificate is found here.
            *part = key;
            if (SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1
                && SSL_CTX_check_private_key(context) == 1)
                return context;
        }
    }
    *reason = shim_tls_reason();
    SSL_CTX_free(context);
    return NULL;
}

// Shows the certificate of one context to who connects to another from now on; 0 when OpenSSL
// does not take it, and all is as it was.
static inline int shim_tls_adopt(SSL_CTX *context, SSL_CTX *identity) {
    STACK_OF(X509) *chain = NULL;
    SSL_CTX_get0_chain_certs(identity, &chain);
    int taken = SSL_CTX_use_cert_and_key(
        context, SSL_CTX_get0_certificate(identity), SSL_CTX_get0_privatekey(identity), chain, 1);
    ERR_clear_error();
    return taken == 1;
}

// Counts the bytes that a peer sent within its records: the payload is what the header announces
// less what the ciphers below add. The count lies in the place of a pointer.
static inline void shim_tls_count(
    int sent, int version, int type, const void *bytes, size_t count, SSL *ssl, void *data
) {
    const unsigned char *header = (const unsigned char *)bytes;
    (void)version, (void)data;
    if (sent || type != SSL3_RT_HEADER || count < 5 || header[0] != SSL3_RT_APPLICATION_DATA)
        return;
    uintptr_t length = (uintptr_t)header[3] << 8 | header[4];
    uintptr_t added = 17;
    if (SSL_version(ssl) < TLS1_3_VERSION) {
        const SSL_CIPHER *cipher = SSL_get_current_cipher(ssl);
        int kind = cipher ? SSL_CIPHER_get_cipher_nid(cipher) : NID_undef;
        added = kind == NID_chacha20_poly1305 ? 16 : 24;
    }
    if (length < added) return;
    uintptr_t known = (uintptr_t)SSL_get_app_data(ssl);
    SSL_set_app_data(ssl, (char *)(known + length - added));
}

// Makes the context of a listener ready: TLS 1.2 or newer, ciphers whose bytes can be counted, no
// renegotiation, and no sessions kept in memory (tickets keep them at the clients). 0 on failure.
static inline int shim_tls_prepare(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_msg_callback(context, shim_tls_count);
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1
        && SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1;
}

// Bytes that the peer has sent within TLS and that were read; -1 for a connection without TLS.
static inline int64_t shim_tls_bytes_read(struct lws *wsi) {
    SSL *ssl = lws_get_ssl(wsi);
    return ssl ? (int64_t)(uintptr_t)SSL_get_app_data(ssl) : -1;
}

// Whether OpenSSL has read more of a record than was taken from it.
static inline int shim_tls_is_within_record(struct lws *wsi) {
    SSL *ssl = lws_get_ssl(wsi);
    return ssl != NULL && SSL_pending(ssl) > 0;
}

// Whether the peer has said within TLS that it sends no more, which the end of the stream may
// follow only later.
static inline int shim_tls_is_ended(struct lws *wsi) {
    SSL *ssl = lws_get_ssl(wsi);
    return ssl != NULL && (SSL_get_shutdown(ssl) & SSL_RECEIVED_SHUTDOWN) != 0;
}

// Says within TLS that no more will be sent; nothing for a connection without.
static inline void shim_tls_finish(struct lws *wsi) {
    SSL *ssl = lws_get_ssl(wsi);
    if (!ssl || !SSL_is_init_finished(ssl)) return;
    SSL_shutdown(ssl);
    ERR_clear_error();
}

#endif
