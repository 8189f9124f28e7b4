#ifndef AFFIX_CSQLITE_H
#define AFFIX_CSQLITE_H

#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast that Swift cannot read: SQLite copies the bytes before these return.

static inline int affix_sqlite_bind_text(sqlite3_stmt *statement, int place, const char *text, int count) {
    return sqlite3_bind_text(statement, place, text, count, SQLITE_TRANSIENT);
}

static inline int affix_sqlite_bind_blob(sqlite3_stmt *statement, int place, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, place, bytes, count, SQLITE_TRANSIENT);
}

#endif
