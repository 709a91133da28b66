/**
 * A mint's batch and place stand in a narrow table, and that it waits in another: composing then leaves the wide rows of `mints` as they
 * are, which say of a mint that has not ended by itself that it is `open`, wherever it is. The triggers keep what waits: the mints that
 * are open and in no batch. A composition takes out of it what it puts into a batch, and counts it.
 *
 * The table is made anew, since what a CHECK names can be changed in no other way: of 1,000,000 mints that takes 16 s of the processor, once.
 * https://www.sqlite.org/lang_altertable.html, "Making Other Kinds Of Table Schema Changes"
 */
export const sql = `
DROP TRIGGER mint_ended;
DROP TRIGGER batch_minted;

CREATE TABLE members (
  mint_pk INTEGER PRIMARY KEY REFERENCES mints(pk),
  batch_pk INTEGER NOT NULL REFERENCES batches(pk),
  place INTEGER NOT NULL
) STRICT;
INSERT INTO members SELECT pk, batch_pk, place FROM mints WHERE batch_pk IS NOT NULL ORDER BY pk;
CREATE UNIQUE INDEX members_place ON members (batch_pk, place);

-- '' for those that came by the API.
CREATE TABLE waiting (
  collection_pk INTEGER NOT NULL,
  run_id TEXT NOT NULL,
  mint_pk INTEGER NOT NULL,
  PRIMARY KEY (collection_pk, run_id, mint_pk)
) STRICT, WITHOUT ROWID;
INSERT INTO waiting SELECT collection_pk, coalesce(run_id, ''), pk FROM mints WHERE state = 'queued';

CREATE TABLE mints_anew (
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
  state TEXT NOT NULL CHECK (state IN ('open', 'succeeded', 'failed', 'cancelled')),
  token_id INTEGER,
  tx_hash TEXT,
  error_code TEXT,
  error_message TEXT,
  created_at INTEGER NOT NULL,
  completed_at INTEGER,
  template_pk INTEGER REFERENCES templates(pk),
  amount INTEGER NOT NULL DEFAULT 1,
  recovered INTEGER NOT NULL DEFAULT 0,
  compressed INTEGER NOT NULL DEFAULT 0,
  token_uri TEXT,
  token_address TEXT,
  CHECK ((state = 'succeeded') = (token_id IS NOT NULL))
) STRICT;
INSERT INTO mints_anew
SELECT pk, collection_pk, id, action_id, run_id, row, ordinal, recipient, address, metadata_hash, metadata_uri, resolved_hash,
  reupload, content_hash, iif(state IN ('queued', 'composed'), 'open', state), token_id, tx_hash, error_code, error_message,
  created_at, completed_at, template_pk, amount, recovered, compressed, token_uri, token_address
FROM mints ORDER BY pk;
-- Keys of mints that were removed are not given again.
DELETE FROM sqlite_sequence WHERE name = 'mints_anew';
INSERT INTO sqlite_sequence (name, seq) SELECT 'mints_anew', seq FROM sqlite_sequence WHERE name = 'mints';
DROP TABLE mints;
ALTER TABLE mints_anew RENAME TO mints;

-- All of them afterwards, of sorted rows, which is faster than entering each row into each.
CREATE UNIQUE INDEX mints_named ON mints (collection_pk, id);
CREATE INDEX mints_run ON mints (run_id, ordinal) WHERE run_id IS NOT NULL;
CREATE INDEX mints_readback ON mints (run_id) WHERE tx_hash IS NOT NULL;
CREATE INDEX mints_failed ON mints (run_id) WHERE state = 'failed';
CREATE INDEX mints_cancelled ON mints (run_id) WHERE state = 'cancelled';
CREATE INDEX mints_id ON mints (id);
CREATE INDEX mints_action ON mints (action_id) WHERE action_id <> id;
CREATE INDEX mints_content ON mints (collection_pk, content_hash);
CREATE INDEX mints_token ON mints (collection_pk, token_id) WHERE token_id IS NOT NULL;
CREATE INDEX mints_token_address ON mints (token_address) WHERE token_address IS NOT NULL;
CREATE INDEX mints_template ON mints (template_pk, state, amount) WHERE template_pk IS NOT NULL;

CREATE TRIGGER mint_waits AFTER INSERT ON mints WHEN NEW.state = 'open'
BEGIN
  INSERT INTO waiting VALUES (NEW.collection_pk, coalesce(NEW.run_id, ''), NEW.pk);
END;
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

CREATE TRIGGER mint_ended AFTER UPDATE OF state ON mints
WHEN NEW.state IN ('succeeded', 'failed') AND OLD.state <> NEW.state AND EXISTS (
  SELECT 1 FROM webhooks WHERE disabled_at IS NULL
    AND project_id = (SELECT project_id FROM collections WHERE pk = NEW.collection_pk))
BEGIN
  INSERT INTO ended_actions (mint_pk, status, error_code, error_message, completed_at)
  VALUES (NEW.pk, NEW.state, NEW.error_code, NEW.error_message, NEW.completed_at);
END;
CREATE TRIGGER batch_minted AFTER UPDATE OF state ON batches
WHEN NEW.state = 'succeeded' AND OLD.state <> NEW.state AND EXISTS (
  SELECT 1 FROM webhooks WHERE disabled_at IS NULL
    AND project_id = (SELECT project_id FROM collections WHERE pk = NEW.collection_pk))
BEGIN
  INSERT INTO ended_actions (mint_pk, status, completed_at)
  SELECT mints.pk, 'succeeded', NEW.settled_at FROM members CROSS JOIN mints ON mints.pk = members.mint_pk
  WHERE members.batch_pk = NEW.pk AND mints.state = 'open' AND mints.template_pk IS NULL ORDER BY members.place;
END;
`
