/** Collections, their metadata, templates and trees, and what the chain is known to hold of them. */
export const sql = `
CREATE TABLE metadata (hash TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- What is asked for (supply_limit, payments, base_uri), what the contract is made with (initial), and what the chain says (settled).
CREATE TABLE collections (
  pk INTEGER PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects(id),
  id TEXT NOT NULL,
  chain TEXT NOT NULL,
  contract_kind TEXT NOT NULL,
  contract_version INTEGER NOT NULL DEFAULT 1,
  fungibility TEXT NOT NULL,
  metadata TEXT NOT NULL,
  supply_limit INTEGER,
  payments TEXT,
  reupload INTEGER NOT NULL,
  base_uri TEXT,
  initial TEXT NOT NULL DEFAULT '{"supplyLimit":null,"payments":null}',
  settled TEXT NOT NULL
    DEFAULT '{"supplyLimit":null,"payments":null,"royalty":null,"baseUri":null,"transferable":true}',
  purchased INTEGER NOT NULL DEFAULT 0,
  contract_uri TEXT,
  contract_address TEXT,
  state TEXT NOT NULL CHECK (state IN ('new', 'wanted', 'deployed', 'failed')),
  halted TEXT,
  offered_to TEXT,
  other_writer INTEGER,
  resumed INTEGER NOT NULL DEFAULT 0 CHECK (resumed IN (0, 1)),
  resumes INTEGER NOT NULL DEFAULT 0,
  action_id TEXT,
  created_at INTEGER NOT NULL,
  UNIQUE (project_id, id)
) STRICT;
CREATE INDEX collections_listed ON collections (project_id);
CREATE INDEX collections_wanted ON collections (state) WHERE state = 'wanted';
CREATE INDEX collections_contract ON collections (chain, contract_address);

-- Templates of semi-fungible collections: each is one token of the contract, of which mints are so many units.
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
  created_at INTEGER NOT NULL,
  UNIQUE (collection_pk, id),
  UNIQUE (collection_pk, token_id)
) STRICT;
CREATE INDEX templates_listed ON templates (collection_pk);
CREATE INDEX templates_metadata ON templates (collection_pk, metadata_hash, metadata_uri);

-- Trees that compressed tokens lie in, and the leaves that proofs are made from. Leaves change after they were minted.
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
  read_until TEXT,
  UNIQUE (collection_pk, ordinal)
) STRICT;

CREATE TABLE leaves (
  tree_pk INTEGER NOT NULL REFERENCES trees(pk),
  place INTEGER NOT NULL,
  address TEXT NOT NULL,
  owner TEXT NOT NULL,
  delegate TEXT,
  data_hash BLOB NOT NULL,
  creator_hash BLOB NOT NULL,
  node BLOB,
  sequence INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (tree_pk, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX leaves_address ON leaves (address);
CREATE INDEX leaves_owner ON leaves (owner);

-- Mints that the chain holds and the journal did not know: what is asked for again is found here, and not minted twice.
CREATE TABLE known_mints (
  collection_pk INTEGER NOT NULL REFERENCES collections(pk),
  tag TEXT NOT NULL,
  token_id INTEGER NOT NULL,
  tx_hash TEXT NOT NULL,
  recipient TEXT,
  PRIMARY KEY (collection_pk, tag)
) STRICT, WITHOUT ROWID;

-- Who may mint into a collection: the writers that this database drew for itself, or took over from by a person's word.
CREATE TABLE writers (
  collection_pk INTEGER NOT NULL REFERENCES collections(pk) ON DELETE CASCADE,
  writer INTEGER NOT NULL,
  known_since INTEGER NOT NULL,
  PRIMARY KEY (collection_pk, writer)
) STRICT, WITHOUT ROWID;

-- Collections of a restored database, which may take over once from a writer that the backup does not know.
CREATE TABLE restored_collections (
  collection_pk INTEGER PRIMARY KEY REFERENCES collections(pk) ON DELETE CASCADE
) STRICT;

-- Jobs that the chain holds beside those of the journal's own batches.
CREATE TABLE found_jobs (
  collection_pk INTEGER NOT NULL REFERENCES collections(pk) ON DELETE CASCADE,
  first_token_id INTEGER NOT NULL,
  job_id TEXT NOT NULL,
  PRIMARY KEY (collection_pk, first_token_id)
) STRICT, WITHOUT ROWID;

-- The trail over all jobs of a collection, folded as far as it was checked.
CREATE TABLE trails (
  collection_pk INTEGER PRIMARY KEY REFERENCES collections(pk) ON DELETE CASCADE,
  first_token_id INTEGER NOT NULL,
  trail TEXT NOT NULL
) STRICT;

-- Transactions of a network that were read back for a database that was lost: each is read once.
CREATE TABLE recovery_reads (
  network TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (network, hash)
) STRICT, WITHOUT ROWID;

-- How far a network was searched for a seed's collections, and the highest place that has any so far (-1: none).
CREATE TABLE recovery_scans (
  network TEXT NOT NULL,
  projects INTEGER NOT NULL,
  through INTEGER NOT NULL,
  highest INTEGER NOT NULL,
  PRIMARY KEY (network, projects)
) STRICT, WITHOUT ROWID;
`
