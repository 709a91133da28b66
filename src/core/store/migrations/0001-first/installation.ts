/** Projects, the keys, people and sessions that are let in, and the networks, services and settings of the installation. */
export const sql = `
-- idx is the project's place in key derivation: it is never given again.
CREATE TABLE projects (
  id TEXT PRIMARY KEY,
  idx INTEGER NOT NULL UNIQUE,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('practice', 'live')),
  enterprise INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT;

-- Who is let in. Of secrets there are only hashes.
CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects(id),
  name TEXT NOT NULL,
  hash BLOB NOT NULL UNIQUE,
  hint TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  revoked_at INTEGER,
  requests_per_minute INTEGER,
  mints_per_day INTEGER
) STRICT;

CREATE TABLE key_mints (
  key_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  mints INTEGER NOT NULL,
  PRIMARY KEY (key_id, day)
) STRICT, WITHOUT ROWID;

-- People who sign in at a server. Of passwords there are scrypt's results; who has none yet was sent a link.
CREATE TABLE people (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'minter', 'admin')),
  password TEXT,
  totp TEXT,
  totp_step INTEGER NOT NULL DEFAULT 0,
  link_hash BLOB UNIQUE,
  link_totp TEXT,
  link_ends_at INTEGER,
  created_at INTEGER NOT NULL,
  seen_at INTEGER
) STRICT;

CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  person_id TEXT NOT NULL REFERENCES people(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX passkeys_person ON passkeys (person_id);

-- person_id is null where a ticket of this computer let in.
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  ends_at INTEGER,
  person_id TEXT REFERENCES people(id) ON DELETE CASCADE
) STRICT;
CREATE INDEX sessions_person ON sessions (person_id);

-- A request that is sent again under its idempotency key is answered with what it made the first time.
-- collection_pk is null where the path names no collection.
CREATE TABLE idempotency (
  project_id TEXT NOT NULL REFERENCES projects(id),
  collection_pk INTEGER REFERENCES collections(pk),
  route TEXT NOT NULL,
  key TEXT NOT NULL,
  body TEXT NOT NULL,
  resource TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, route, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- The genesis block tells a practice chain from the live one of the same chain id, and from one that was made anew.
CREATE TABLE networks (network TEXT PRIMARY KEY, genesis TEXT NOT NULL) STRICT;

-- Practice networks of which the journal is wiped, and the chain is still to be: a reset that broke off is finished at the next start.
CREATE TABLE resets (network TEXT PRIMARY KEY, contracts TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE rpc_lists (
  chain TEXT PRIMARY KEY,
  urls TEXT NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Networks that a person added. facts: what was found out by asking and what the person said (JSON); their RPCs stand in rpc_lists.
CREATE TABLE custom_networks (
  chain TEXT PRIMARY KEY,
  facts TEXT NOT NULL,
  added_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Live projects are made with one seed: another one in its place is refused.
CREATE TABLE live_seed (
  only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
  fingerprint TEXT NOT NULL
) STRICT;

-- Under which ids our content was signed for Arweave. An id follows from content, media type and account, and says none of them.
CREATE TABLE arweave_items (
  cid TEXT PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What each pinning service is known to keep.
CREATE TABLE pins (
  service TEXT NOT NULL,
  cid TEXT NOT NULL,
  pinned_at INTEGER NOT NULL,
  PRIMARY KEY (service, cid)
) STRICT, WITHOUT ROWID;
`
