/**
 * Every action id of a project stands in one table, by whose key it is borne once: of mints, collections, transfers and all other actions.
 * It takes the place of two indices of `mints`, so that a mint costs as much as before. `project` is its number (`projects.idx`), which
 * never changes and is short. A collection's creation bears the id that the collection has kept for it.
 */
export const sql = `
CREATE TABLE action_ids (
  project INTEGER NOT NULL,
  id TEXT NOT NULL,
  mint_pk INTEGER,
  PRIMARY KEY (project, id)
) STRICT, WITHOUT ROWID;

-- Where two bore the same id, it stays with the one that is found by it: see readAction.
INSERT OR IGNORE INTO action_ids
SELECT idx, actions.id, NULL FROM actions JOIN projects ON projects.id = project_id
WHERE actions.kind <> 'collections.create';
INSERT OR IGNORE INTO action_ids SELECT idx, transfers.id, NULL FROM transfers JOIN projects ON projects.id = project_id;
INSERT OR IGNORE INTO action_ids
SELECT idx, action_id, NULL FROM collections JOIN projects ON projects.id = project_id WHERE action_id IS NOT NULL;
INSERT OR IGNORE INTO action_ids
SELECT idx, mints.action_id, mints.pk FROM mints CROSS JOIN collections ON collections.pk = collection_pk
  CROSS JOIN projects ON projects.id = project_id ORDER BY idx, mints.action_id, mints.pk;

DROP INDEX mints_id;
DROP INDEX mints_action;
CREATE INDEX mints_id ON mints (id) WHERE action_id <> id;

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
CREATE TRIGGER mint_action AFTER INSERT ON mints
BEGIN
  INSERT INTO action_ids SELECT idx, NEW.action_id, NEW.pk FROM projects
  WHERE id = (SELECT project_id FROM collections WHERE pk = NEW.collection_pk);
END;
CREATE TRIGGER mint_action_changed AFTER UPDATE OF action_id ON mints
BEGIN
  UPDATE action_ids SET id = NEW.action_id WHERE id = OLD.action_id AND project = (
    SELECT idx FROM projects WHERE id = (SELECT project_id FROM collections WHERE pk = OLD.collection_pk));
END;
CREATE TRIGGER mint_action_removed AFTER DELETE ON mints
BEGIN
  DELETE FROM action_ids WHERE id = OLD.action_id AND project = (
    SELECT idx FROM projects WHERE id = (SELECT project_id FROM collections WHERE pk = OLD.collection_pk));
END;
`
