/** Mints, the batches and transactions that carry them, and the runs and imports that they come from (docs/journal.md). */
export const sql = `
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

CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects(id),
  collection_pk INTEGER NOT NULL REFERENCES collections(pk),
  import_id TEXT,
  name TEXT NOT NULL,
  content TEXT NOT NULL,
  repeat INTEGER NOT NULL,
  again INTEGER NOT NULL DEFAULT 0 CHECK (again IN (0, 1)),
  state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'cancelled', 'finished')),
  notice TEXT,
  total INTEGER NOT NULL,
  unentered INTEGER NOT NULL DEFAULT 0,
  left_off TEXT,
  quoted_fee TEXT,
  fee_ceiling TEXT,
  quote TEXT,
  confirmed INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  completed_at INTEGER
) STRICT;
CREATE INDEX runs_project ON runs (project_id, created_at);
CREATE INDEX runs_import ON runs (import_id) WHERE import_id IS NOT NULL;

-- Runs of which rows are still to be added to the mints. One row each, in the commit that makes the run; it moves on in the commit that adds
-- rows, and is removed in the one that adds the last. units: what is kept of the collection's supply for the rows to come.
-- minted_before: a bit for each NFT of the file, in its order, set where the run leaves it out; NULL: it takes all.
CREATE TABLE entering (
  run_id TEXT PRIMARY KEY REFERENCES runs(id),
  collection_pk INTEGER NOT NULL REFERENCES collections(pk),
  import_id TEXT NOT NULL,
  started INTEGER NOT NULL,
  decided INTEGER NOT NULL CHECK (decided IN (0, 1)),
  again INTEGER NOT NULL CHECK (again IN (0, 1)),
  compressed INTEGER NOT NULL CHECK (compressed IN (0, 1)),
  minted_before BLOB,
  units INTEGER NOT NULL,
  place INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX entering_collection ON entering (collection_pk, started, units);
CREATE INDEX entering_import ON entering (import_id);

CREATE TABLE batches (
  pk INTEGER PRIMARY KEY AUTOINCREMENT,
  collection_pk INTEGER NOT NULL REFERENCES collections(pk),
  run_id TEXT REFERENCES runs(id),
  job_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('batch', 'sorted', 'uris', 'single')),
  base INTEGER NOT NULL DEFAULT 0,
  size INTEGER NOT NULL CHECK (size > 0),
  folder TEXT,
  tree_pk INTEGER REFERENCES trees(pk),
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
CREATE INDEX batches_tree ON batches (tree_pk, state, size) WHERE tree_pk IS NOT NULL;
CREATE INDEX batches_tokens ON batches (collection_pk, first_token_id) WHERE state = 'succeeded';

-- A wide row, written when the mint is entered and seldom again: that it waits, is in a batch or was minted by it stands in waiting, members
-- and batches. No index has every mint by its state: it would be written anew for each that is minted.
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
  template_pk INTEGER REFERENCES templates(pk),
  amount INTEGER NOT NULL DEFAULT 1,
  compressed INTEGER NOT NULL DEFAULT 0,
  content_hash BLOB NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'succeeded', 'failed', 'cancelled')),
  token_id INTEGER,
  token_uri TEXT,
  token_address TEXT,
  tx_hash TEXT,
  recovered INTEGER NOT NULL DEFAULT 0,
  error_code TEXT,
  error_message TEXT,
  created_at INTEGER NOT NULL,
  completed_at INTEGER,
  CHECK ((state = 'succeeded') = (token_id IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX mints_named ON mints (collection_pk, id);
-- In the order of entering, which is that of lists.
CREATE INDEX mints_listed ON mints (collection_pk);
CREATE INDEX mints_run ON mints (run_id, ordinal) WHERE run_id IS NOT NULL;
CREATE INDEX mints_readback ON mints (run_id) WHERE tx_hash IS NOT NULL;
CREATE INDEX mints_failed ON mints (run_id) WHERE state = 'failed';
CREATE INDEX mints_cancelled ON mints (run_id) WHERE state = 'cancelled';
CREATE INDEX mints_token ON mints (collection_pk, token_id) WHERE token_id IS NOT NULL;
CREATE INDEX mints_token_address ON mints (token_address) WHERE token_address IS NOT NULL;
CREATE INDEX mints_template ON mints (template_pk, state, amount) WHERE template_pk IS NOT NULL;
-- The others are found by the ids of their actions, which are the same.
CREATE INDEX mints_id ON mints (id) WHERE action_id <> id;

-- Mints by what they are minted as, which is in no order. Those of runs are added many at a time (src/core/store/journal/contents).
CREATE TABLE mint_contents (
  collection_pk INTEGER NOT NULL,
  content_hash BLOB NOT NULL,
  mint_pk INTEGER NOT NULL,
  PRIMARY KEY (collection_pk, content_hash, mint_pk)
) STRICT, WITHOUT ROWID;

-- One row, or none: the first mint of a run that is not in mint_contents yet. Those of runs with greater keys are not either.
CREATE TABLE unindexed_contents (mint_pk INTEGER PRIMARY KEY) STRICT;

-- How often mints of a collection that were over went on, or became another content: what was compared with the collection before is to be
-- compared again, which the last key of a mint does not say.
CREATE TABLE revived_mints (
  collection_pk INTEGER PRIMARY KEY REFERENCES collections(pk) ON DELETE CASCADE,
  n INTEGER NOT NULL
) STRICT;
CREATE TRIGGER mint_revived AFTER UPDATE OF state ON mints WHEN OLD.state IN ('failed', 'cancelled') AND NEW.state NOT IN ('failed', 'cancelled')
BEGIN
  INSERT INTO revived_mints VALUES (NEW.collection_pk, 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER mint_content_changed AFTER UPDATE OF content_hash ON mints WHEN NEW.content_hash <> OLD.content_hash
BEGIN
  DELETE FROM mint_contents WHERE collection_pk = OLD.collection_pk AND content_hash = OLD.content_hash AND mint_pk = OLD.pk;
  INSERT OR IGNORE INTO mint_contents VALUES (NEW.collection_pk, NEW.content_hash, NEW.pk);
  INSERT INTO revived_mints VALUES (NEW.collection_pk, 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER mint_content_removed AFTER DELETE ON mints
BEGIN
  DELETE FROM mint_contents WHERE collection_pk = OLD.collection_pk AND content_hash = OLD.content_hash AND mint_pk = OLD.pk;
END;

-- How many mints of a collection there are among each 1,024 keys, so that any page of a list is found without counting what is before it.
CREATE TABLE mint_blocks (
  collection_pk INTEGER NOT NULL,
  block INTEGER NOT NULL,
  size INTEGER NOT NULL,
  PRIMARY KEY (collection_pk, block)
) STRICT, WITHOUT ROWID;

-- Mints of a run are entered hundreds at a time, and what this does for others one statement does for all of them (src/core/store/journal/mints.ts).
-- One trigger for all of it: each takes a microsecond of every mint, whether its condition holds or not.
CREATE TRIGGER mint_entered AFTER INSERT ON mints WHEN NEW.run_id IS NULL
BEGIN
  INSERT INTO mint_blocks VALUES (NEW.collection_pk, NEW.pk >> 10, 1) ON CONFLICT DO UPDATE SET size = size + 1;
  INSERT INTO mint_contents VALUES (NEW.collection_pk, NEW.content_hash, NEW.pk);
  INSERT INTO waiting SELECT NEW.collection_pk, '', NEW.pk WHERE NEW.state = 'open';
  INSERT INTO action_ids SELECT idx, NEW.action_id, NEW.pk FROM projects
  WHERE id = (SELECT project_id FROM collections WHERE pk = NEW.collection_pk);
END;
CREATE TRIGGER mint_unlisted AFTER DELETE ON mints
BEGIN
  UPDATE mint_blocks SET size = size - 1 WHERE collection_pk = OLD.collection_pk AND block = OLD.pk >> 10;
  DELETE FROM mint_blocks WHERE collection_pk = OLD.collection_pk AND block = OLD.pk >> 10 AND size = 0;
END;

-- What failed mints asked for before they were corrected, and how that ended. action_id: the failed action's, which the mint bears no more.
-- last_batch: the last batch there was then; batches up to it minted what is said here, later ones what was asked for after it.
CREATE TABLE corrections (
  pk INTEGER PRIMARY KEY,
  mint_pk INTEGER NOT NULL REFERENCES mints(pk) ON DELETE CASCADE,
  collection_pk INTEGER NOT NULL REFERENCES collections(pk),
  action_id TEXT NOT NULL,
  recipient TEXT NOT NULL,
  address TEXT,
  metadata_hash TEXT REFERENCES metadata(hash),
  metadata_uri TEXT,
  resolved_hash TEXT REFERENCES metadata(hash),
  template_pk INTEGER REFERENCES templates(pk),
  token_uri TEXT,
  content_hash BLOB NOT NULL,
  error_code TEXT,
  error_message TEXT,
  started_at INTEGER NOT NULL,
  failed_at INTEGER,
  tx_hash TEXT,
  last_batch INTEGER NOT NULL,
  corrected_at INTEGER NOT NULL
) STRICT;
CREATE INDEX corrections_mint ON corrections (mint_pk, pk);
CREATE INDEX corrections_action ON corrections (action_id);
CREATE INDEX corrections_content ON corrections (collection_pk, content_hash);

-- In which batch a mint is, and at which place.
CREATE TABLE members (
  mint_pk INTEGER PRIMARY KEY REFERENCES mints(pk),
  batch_pk INTEGER NOT NULL REFERENCES batches(pk),
  place INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX members_place ON members (batch_pk, place);

-- Copies of which a transaction was refused that carried others as well: from then on each is minted by itself.
CREATE TABLE alone (mint_pk INTEGER PRIMARY KEY REFERENCES mints(pk) ON DELETE CASCADE) STRICT;

-- The mints that are open and in no batch; run_id is '' for those that came by the API. The triggers keep it; a composition takes out of it
-- what it puts into a batch, and counts it.
CREATE TABLE waiting (
  collection_pk INTEGER NOT NULL,
  run_id TEXT NOT NULL,
  mint_pk INTEGER NOT NULL,
  PRIMARY KEY (collection_pk, run_id, mint_pk)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER mint_waits_again AFTER UPDATE OF state ON mints WHEN NEW.state = 'open' AND OLD.state <> 'open'
BEGIN
  DELETE FROM members WHERE mint_pk = NEW.pk;
  INSERT OR IGNORE INTO waiting VALUES (NEW.collection_pk, coalesce(NEW.run_id, ''), NEW.pk);
END;
CREATE TRIGGER mint_waits_no_more AFTER UPDATE OF state ON mints WHEN OLD.state = 'open' AND NEW.state <> 'open'
BEGIN
  DELETE FROM waiting WHERE collection_pk = OLD.collection_pk AND run_id = coalesce(OLD.run_id, '') AND mint_pk = OLD.pk;
END;
CREATE TRIGGER mint_removed AFTER DELETE ON mints WHEN OLD.state = 'open'
BEGIN
  DELETE FROM waiting WHERE collection_pk = OLD.collection_pk AND run_id = coalesce(OLD.run_id, '') AND mint_pk = OLD.pk;
END;
CREATE TRIGGER member_released AFTER DELETE ON members
BEGIN
  INSERT OR IGNORE INTO waiting SELECT collection_pk, coalesce(run_id, ''), pk FROM mints WHERE pk = OLD.mint_pk AND state = 'open';
END;
`
