/** Settings of the installation, and what each pinning service keeps. */
export const sql = `
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE pins (
  service TEXT NOT NULL,
  cid TEXT NOT NULL,
  pinned_at INTEGER NOT NULL,
  PRIMARY KEY (service, cid)
) STRICT, WITHOUT ROWID;
`
