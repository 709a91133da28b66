/** What programs request beside mints (changes, burns and transfers), and the action ids of everything. */
export const sql = `
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

-- What leaves the wallets of users, by transactions of the treasury or of the wallets themselves.
CREATE TABLE transfers (
  pk INTEGER PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects(id),
  id TEXT NOT NULL,
  chain TEXT NOT NULL,
  network TEXT NOT NULL,
  signer TEXT NOT NULL,
  contract TEXT NOT NULL,
  token_id TEXT NOT NULL,
  mint_pk INTEGER REFERENCES mints(pk),
  status TEXT NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
  work TEXT NOT NULL,
  request TEXT NOT NULL,
  since INTEGER NOT NULL,
  wants TEXT,
  transaction_pk INTEGER REFERENCES transactions(pk),
  tx_hash TEXT,
  error_code TEXT,
  error_message TEXT,
  started_at INTEGER NOT NULL,
  completed_at INTEGER,
  hand_over_pk INTEGER,
  UNIQUE (project_id, id)
) STRICT;
CREATE INDEX transfers_pending ON transfers (network, signer, pk) WHERE status = 'pending' AND hand_over_pk IS NULL;
CREATE INDEX transfers_token ON transfers (network, contract, token_id) WHERE status = 'pending';
-- Hand-overs are long: what waits of them is found without what is under way, and that without what waits.
CREATE INDEX transfers_handed ON transfers (network, signer, hand_over_pk) WHERE status = 'pending' AND transaction_pk IS NULL AND hand_over_pk IS NOT NULL;
CREATE INDEX transfers_of_hand_over ON transfers (hand_over_pk, transaction_pk, network) WHERE status = 'pending' AND hand_over_pk IS NOT NULL;
CREATE INDEX transfers_wanting ON transfers (network, project_id) WHERE status = 'pending' AND wants IS NOT NULL;
CREATE INDEX transfers_signer ON transfers (network, signer);
CREATE INDEX transfers_mint ON transfers (mint_pk) WHERE mint_pk IS NOT NULL;

-- Every action id of a project, of mints, collections, transfers and all other actions: the key sees to it that each is borne once. project is
-- projects.idx, which never changes and is short. A collection's creation bears the id that the collection has kept for it.
CREATE TABLE action_ids (
  project INTEGER NOT NULL,
  id TEXT NOT NULL,
  mint_pk INTEGER,
  PRIMARY KEY (project, id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER collection_action AFTER INSERT ON collections WHEN NEW.action_id IS NOT NULL
BEGIN
  INSERT INTO action_ids SELECT idx, NEW.action_id, NULL FROM projects WHERE id = NEW.project_id;
END;
CREATE TRIGGER collection_action_removed AFTER DELETE ON collections WHEN OLD.action_id IS NOT NULL
BEGIN
  DELETE FROM action_ids WHERE project = (SELECT idx FROM projects WHERE id = OLD.project_id) AND id = OLD.action_id;
END;
CREATE TRIGGER action_named AFTER INSERT ON actions WHEN NEW.kind <> 'collections.create'
BEGIN
  INSERT INTO action_ids SELECT idx, NEW.id, NULL FROM projects WHERE id = NEW.project_id;
END;
CREATE TRIGGER action_removed AFTER DELETE ON actions WHEN OLD.kind <> 'collections.create'
BEGIN
  DELETE FROM action_ids WHERE project = (SELECT idx FROM projects WHERE id = OLD.project_id) AND id = OLD.id;
END;
CREATE TRIGGER transfer_named AFTER INSERT ON transfers
BEGIN
  INSERT INTO action_ids SELECT idx, NEW.id, NULL FROM projects WHERE id = NEW.project_id;
END;
CREATE TRIGGER transfer_removed AFTER DELETE ON transfers
BEGIN
  DELETE FROM action_ids WHERE project = (SELECT idx FROM projects WHERE id = OLD.project_id) AND id = OLD.id;
END;
CREATE TRIGGER mint_action_changed AFTER UPDATE OF action_id ON mints
BEGIN
  UPDATE action_ids SET id = NEW.action_id WHERE id = OLD.action_id AND mint_pk = OLD.pk AND project = (
    SELECT idx FROM projects WHERE id = (SELECT project_id FROM collections WHERE pk = OLD.collection_pk));
END;
-- A corrected mint has a new action: the one that failed keeps its id.
CREATE TRIGGER correction_named AFTER INSERT ON corrections
BEGIN
  INSERT INTO action_ids SELECT idx, NEW.action_id, NULL FROM projects
  WHERE id = (SELECT project_id FROM collections WHERE pk = NEW.collection_pk);
END;
CREATE TRIGGER correction_removed AFTER DELETE ON corrections
BEGIN
  DELETE FROM action_ids WHERE id = OLD.action_id AND project = (
    SELECT idx FROM projects WHERE id = (SELECT project_id FROM collections WHERE pk = OLD.collection_pk));
END;
CREATE TRIGGER mint_action_removed AFTER DELETE ON mints
BEGIN
  DELETE FROM action_ids WHERE id = OLD.action_id AND project = (
    SELECT idx FROM projects WHERE id = (SELECT project_id FROM collections WHERE pk = OLD.collection_pk));
END;
`
