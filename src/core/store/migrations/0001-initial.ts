/** The first schema. Append-only: a change is a new numbered file. */
export const sql = `
CREATE TABLE projects (
  id TEXT PRIMARY KEY,
  idx INTEGER NOT NULL UNIQUE,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('practice', 'live')),
  enterprise INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects(id),
  name TEXT NOT NULL,
  hash BLOB NOT NULL UNIQUE,
  hint TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  revoked_at INTEGER
) STRICT;

CREATE TABLE sessions (hash BLOB PRIMARY KEY, created_at INTEGER NOT NULL) STRICT;

CREATE TABLE networks (network TEXT PRIMARY KEY, genesis TEXT NOT NULL) STRICT;

CREATE TABLE collections (
  pk INTEGER PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects(id),
  id TEXT NOT NULL,
  chain TEXT NOT NULL,
  contract_kind TEXT NOT NULL,
  fungibility TEXT NOT NULL,
  metadata TEXT NOT NULL,
  supply_limit INTEGER,
  payments TEXT,
  reupload INTEGER NOT NULL,
  base_uri TEXT,
  contract_uri TEXT,
  contract_address TEXT,
  state TEXT NOT NULL CHECK (state IN ('new', 'wanted', 'deployed', 'failed')),
  halted TEXT,
  action_id TEXT,
  created_at INTEGER NOT NULL,
  UNIQUE (project_id, id)
) STRICT;
CREATE INDEX collections_wanted ON collections (state) WHERE state = 'wanted';
CREATE INDEX collections_contract ON collections (chain, contract_address);

CREATE TABLE metadata (hash TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects(id),
  collection_pk INTEGER NOT NULL REFERENCES collections(pk),
  import_id TEXT,
  name TEXT NOT NULL,
  content TEXT NOT NULL,
  repeat INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('creating', 'running', 'paused', 'cancelled', 'finished')),
  notice TEXT,
  total INTEGER NOT NULL,
  quoted_fee TEXT,
  created_at INTEGER NOT NULL,
  completed_at INTEGER
) STRICT;

CREATE TABLE batches (
  pk INTEGER PRIMARY KEY,
  collection_pk INTEGER NOT NULL REFERENCES collections(pk),
  run_id TEXT REFERENCES runs(id),
  job_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('batch', 'sorted', 'uris', 'single')),
  size INTEGER NOT NULL CHECK (size > 0),
  folder TEXT,
  state TEXT NOT NULL CHECK (state IN ('composed', 'prepared', 'signed', 'succeeded', 'failed')),
  transaction_pk INTEGER REFERENCES transactions(pk),
  first_token_id INTEGER,
  created_at INTEGER NOT NULL,
  settled_at INTEGER,
  UNIQUE (collection_pk, job_id)
) STRICT;
CREATE INDEX batches_open ON batches (collection_pk, pk) WHERE state IN ('composed', 'prepared', 'signed');
CREATE INDEX batches_run ON batches (run_id, state, size);
CREATE INDEX batches_settled ON batches (run_id, settled_at, size) WHERE state = 'succeeded';

CREATE TABLE mints (
  pk INTEGER PRIMARY KEY AUTOINCREMENT,
  collection_pk INTEGER NOT NULL REFERENCES collections(pk),
  id TEXT NOT NULL,
  action_id TEXT NOT NULL,
  run_id TEXT REFERENCES runs(id),
  row INTEGER,
  ordinal INTEGER,
  recipient TEXT NOT NULL,
  address TEXT,
  metadata_hash TEXT REFERENCES metadata(hash),
  metadata_uri TEXT,
  resolved_hash TEXT REFERENCES metadata(hash),
  reupload INTEGER NOT NULL,
  content_hash BLOB NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'composed', 'succeeded', 'failed', 'cancelled')),
  batch_pk INTEGER REFERENCES batches(pk),
  place INTEGER,
  token_id INTEGER,
  tx_hash TEXT,
  error_code TEXT,
  error_message TEXT,
  created_at INTEGER NOT NULL,
  completed_at INTEGER,
  UNIQUE (collection_pk, id),
  CHECK (state <> 'composed' OR batch_pk IS NOT NULL),
  CHECK ((state = 'succeeded') = (token_id IS NOT NULL))
) STRICT;
CREATE INDEX mints_waiting ON mints (collection_pk, run_id, pk) WHERE state = 'queued';
CREATE INDEX mints_run ON mints (run_id, ordinal) WHERE run_id IS NOT NULL;
CREATE INDEX mints_run_state ON mints (run_id, state) WHERE run_id IS NOT NULL;
CREATE INDEX mints_readback ON mints (run_id) WHERE tx_hash IS NOT NULL;
CREATE INDEX runs_project ON runs (project_id, created_at);
CREATE UNIQUE INDEX mints_place ON mints (batch_pk, place) WHERE batch_pk IS NOT NULL;
CREATE INDEX mints_id ON mints (id);
CREATE INDEX mints_action ON mints (action_id);
CREATE INDEX mints_content ON mints (collection_pk, content_hash);
CREATE INDEX mints_token ON mints (collection_pk, token_id) WHERE token_id IS NOT NULL;

CREATE TABLE actions (
  pk INTEGER PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects(id),
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  collection_pk INTEGER NOT NULL REFERENCES collections(pk),
  mint_pk INTEGER REFERENCES mints(pk),
  status TEXT NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
  work TEXT NOT NULL,
  transaction_pk INTEGER REFERENCES transactions(pk),
  error_code TEXT,
  error_message TEXT,
  started_at INTEGER NOT NULL,
  completed_at INTEGER,
  UNIQUE (project_id, id)
) STRICT;
CREATE INDEX actions_pending ON actions (collection_pk, pk) WHERE status = 'pending';
CREATE INDEX actions_mint ON actions (mint_pk, pk) WHERE mint_pk IS NOT NULL;

CREATE TABLE transactions (
  pk INTEGER PRIMARY KEY,
  network TEXT NOT NULL,
  signer TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  purpose TEXT NOT NULL CHECK (purpose IN ('deploy', 'mint', 'update', 'burn', 'fill')),
  collection_pk INTEGER REFERENCES collections(pk),
  batch_pk INTEGER REFERENCES batches(pk),
  action_pk INTEGER REFERENCES actions(pk),
  call TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('signed', 'sent', 'included', 'succeeded', 'failed', 'dead')),
  block_number INTEGER,
  block_hash TEXT,
  tx_hash TEXT,
  gas_used TEXT,
  fee TEXT,
  error_code TEXT,
  error_message TEXT,
  created_at INTEGER NOT NULL,
  included_at INTEGER,
  settled_at INTEGER
) STRICT;
-- One transaction a sequence; a dead one has lost its sequence to something outside.
CREATE UNIQUE INDEX transactions_sequence ON transactions (network, signer, sequence) WHERE state <> 'dead';
CREATE INDEX transactions_open ON transactions (network, signer, sequence) WHERE state IN ('signed', 'sent', 'included');
CREATE INDEX transactions_deploy ON transactions (collection_pk) WHERE purpose = 'deploy';
CREATE INDEX transactions_batch ON transactions (batch_pk) WHERE batch_pk IS NOT NULL;

CREATE TABLE attempts (
  pk INTEGER PRIMARY KEY,
  transaction_pk INTEGER NOT NULL REFERENCES transactions(pk),
  hash TEXT NOT NULL,
  raw BLOB NOT NULL,
  max_fee TEXT NOT NULL,
  priority_fee TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  fill INTEGER NOT NULL DEFAULT 0,
  sent_at INTEGER,
  first_sent_block INTEGER,
  sent_block INTEGER,
  answer TEXT,
  UNIQUE (hash)
) STRICT;
CREATE INDEX attempts_transaction ON attempts (transaction_pk);

CREATE TABLE known_mints (
  collection_pk INTEGER NOT NULL REFERENCES collections(pk),
  tag TEXT NOT NULL,
  token_id INTEGER NOT NULL,
  tx_hash TEXT NOT NULL,
  PRIMARY KEY (collection_pk, tag)
) STRICT, WITHOUT ROWID;

CREATE TABLE wallets (
  project_id TEXT NOT NULL REFERENCES projects(id),
  kind TEXT NOT NULL CHECK (kind IN ('email', 'userId')),
  user TEXT NOT NULL,
  chain TEXT NOT NULL,
  address TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, kind, user, chain)
) STRICT, WITHOUT ROWID;

CREATE TABLE idempotency (
  project_id TEXT NOT NULL REFERENCES projects(id),
  route TEXT NOT NULL,
  key TEXT NOT NULL,
  body TEXT NOT NULL,
  resource TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, route, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id TEXT NOT NULL REFERENCES projects(id),
  type TEXT NOT NULL,
  data TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE imports (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects(id),
  name TEXT NOT NULL,
  state TEXT NOT NULL,
  data TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- The map a person chose for a header line; an import's rows and findings lie in a database file of their own.
CREATE TABLE import_maps (header TEXT PRIMARY KEY, columns TEXT NOT NULL) STRICT, WITHOUT ROWID;
`
