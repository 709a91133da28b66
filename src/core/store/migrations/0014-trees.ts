/**
 * Families whose transactions expire, and whose tokens lie in trees with an address each: a mint's URI and address on chain, the trees
 * of a collection, and the leaves that proofs are made from.
 */
export const sql = `
ALTER TABLE attempts ADD COLUMN valid_until INTEGER;
CREATE TABLE trees (
  pk INTEGER PRIMARY KEY,
  collection_pk INTEGER NOT NULL REFERENCES collections(pk),
  ordinal INTEGER NOT NULL,
  address TEXT NOT NULL UNIQUE,
  depth INTEGER NOT NULL,
  buffer INTEGER NOT NULL,
  canopy INTEGER NOT NULL,
  capacity INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('wanted', 'made')),
  UNIQUE (collection_pk, ordinal)
) STRICT;
CREATE TABLE leaves (
  tree_pk INTEGER NOT NULL REFERENCES trees(pk),
  place INTEGER NOT NULL,
  address TEXT NOT NULL,
  owner TEXT NOT NULL,
  data_hash BLOB NOT NULL,
  creator_hash BLOB NOT NULL,
  PRIMARY KEY (tree_pk, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX leaves_address ON leaves (address);
ALTER TABLE batches ADD COLUMN tree_pk INTEGER REFERENCES trees(pk);
CREATE INDEX batches_tree ON batches (tree_pk, state, size) WHERE tree_pk IS NOT NULL;
ALTER TABLE mints ADD COLUMN compressed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mints ADD COLUMN token_uri TEXT;
ALTER TABLE mints ADD COLUMN token_address TEXT;
CREATE INDEX mints_token_address ON mints (token_address) WHERE token_address IS NOT NULL;
`
