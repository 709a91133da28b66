/** The latest API requests, in a bounded ring; and the audit log of everything that can move money, to which rows are only ever added. */
export const sql = `
CREATE TABLE requests (
  pk INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id TEXT,
  at INTEGER NOT NULL,
  ms REAL NOT NULL,
  caller TEXT NOT NULL,
  method TEXT NOT NULL,
  url TEXT NOT NULL,
  status INTEGER NOT NULL,
  request TEXT,
  answer TEXT
) STRICT;

CREATE TABLE audit (
  pk INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  project_id TEXT,
  who TEXT NOT NULL,
  act TEXT NOT NULL,
  subject TEXT NOT NULL,
  amount TEXT,
  detail TEXT NOT NULL
) STRICT;
CREATE INDEX audit_project ON audit (project_id, pk);

-- How acts were answered, which is known after they were written down.
CREATE TABLE audit_ends (
  audit_pk INTEGER PRIMARY KEY REFERENCES audit(pk),
  at INTEGER NOT NULL,
  status INTEGER NOT NULL,
  code TEXT
) STRICT;

CREATE TRIGGER audit_kept BEFORE DELETE ON audit BEGIN SELECT raise(abort, 'the audit log is only ever added to'); END;
CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit BEGIN SELECT raise(abort, 'the audit log is only ever added to'); END;
CREATE TRIGGER audit_ends_kept BEFORE DELETE ON audit_ends BEGIN SELECT raise(abort, 'the audit log is only ever added to'); END;
CREATE TRIGGER audit_ends_unchanged BEFORE UPDATE ON audit_ends BEGIN SELECT raise(abort, 'the audit log is only ever added to'); END;
`
