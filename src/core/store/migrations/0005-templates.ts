/** Templates of semi-fungible collections: each is one token of the contract, of which mints are so many units. */
export const sql = `
CREATE TABLE templates (
  pk INTEGER PRIMARY KEY,
  collection_pk INTEGER NOT NULL REFERENCES collections(pk),
  id TEXT NOT NULL,
  token_id INTEGER NOT NULL,
  metadata_hash TEXT REFERENCES metadata(hash),
  metadata_uri TEXT,
  reupload INTEGER NOT NULL,
  uri TEXT,
  supply_limit INTEGER,
  defined_by INTEGER REFERENCES batches(pk),
  created_at INTEGER NOT NULL,
  UNIQUE (collection_pk, id),
  UNIQUE (collection_pk, token_id)
) STRICT;
CREATE INDEX templates_metadata ON templates (collection_pk, metadata_hash, metadata_uri);

ALTER TABLE mints ADD COLUMN template_pk INTEGER REFERENCES templates(pk);
ALTER TABLE mints ADD COLUMN amount INTEGER NOT NULL DEFAULT 1;
CREATE INDEX mints_template ON mints (template_pk, state, amount) WHERE template_pk IS NOT NULL;
`
