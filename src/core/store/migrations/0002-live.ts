/** Live projects: which seed they are made with, and the RPC lists a person has set. */
export const sql = `
CREATE TABLE live_seed (
  only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
  fingerprint TEXT NOT NULL
) STRICT;

CREATE TABLE rpc_lists (
  chain TEXT PRIMARY KEY,
  urls TEXT NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`
