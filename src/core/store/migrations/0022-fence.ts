/**
 * Who may mint into a collection: the writers that this database drew for itself, or took over from by a person's word; the jobs that the
 * chain is known to hold beside those of the journal's own batches; and the trail over all of them, folded as far as it was checked.
 */
export const sql = `
CREATE TABLE writers (
  collection_pk INTEGER NOT NULL REFERENCES collections (pk) ON DELETE CASCADE,
  writer INTEGER NOT NULL,
  known_since INTEGER NOT NULL,
  PRIMARY KEY (collection_pk, writer)
) STRICT, WITHOUT ROWID;

CREATE TABLE found_jobs (
  collection_pk INTEGER NOT NULL REFERENCES collections (pk) ON DELETE CASCADE,
  first_token_id INTEGER NOT NULL,
  job_id TEXT NOT NULL,
  PRIMARY KEY (collection_pk, first_token_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE trails (
  collection_pk INTEGER PRIMARY KEY REFERENCES collections (pk) ON DELETE CASCADE,
  first_token_id INTEGER NOT NULL,
  trail TEXT NOT NULL
) STRICT;

ALTER TABLE collections ADD COLUMN other_writer INTEGER;
`
