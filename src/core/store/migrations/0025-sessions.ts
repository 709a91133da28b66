/** A session has a name, which its key is derived from, and an end (none: that of the core). Windows are let in anew. */
export const sql = `
DROP TABLE sessions;
CREATE TABLE sessions (id TEXT PRIMARY KEY, hash BLOB NOT NULL UNIQUE, ends_at INTEGER) STRICT;
`
