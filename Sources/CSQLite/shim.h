// What Swift cannot call of SQLite as it stands. Everything else is called as the header gives it.
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

// SQLITE_STATIC is a cast macro, which the importer drops. SQLite keeps the pointer and copies
// nothing, so the bytes must outlive the step. A null pointer would bind NULL, and the storage of
// an empty Swift array may be null: an empty blob gets an address that is never read.
static inline int csqlite_bind_blob_static(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count)
{
    return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_STATIC);
}

// SQLITE_TRANSIENT is a cast macro as well. SQLite copies the text before this returns.
static inline int csqlite_bind_text_transient(
    sqlite3_stmt *statement, int index, const char *text, int count)
{
    return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

// sqlite3_config is variadic, which Swift cannot call.
static inline int csqlite_count_no_memory(void)
{
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// sqlite3_db_config is variadic, which Swift cannot call.
static inline int csqlite_set_defensive(sqlite3 *database)
{
    return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

static inline int csqlite_keep_log_on_close(sqlite3 *database)
{
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

#endif
