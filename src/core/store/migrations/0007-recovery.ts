/**
 * What `mintdesk recover` reads back from chains: NFTs whose ids are not known, until something asks for them under theirs; runs that a
 * person let go on among such; how far a network was searched for a seed's collections.
 */
export const sql = `
ALTER TABLE mints ADD COLUMN recovered INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN confirmed INTEGER NOT NULL DEFAULT 0;
CREATE TABLE recovery_scans (
  network TEXT NOT NULL,
  projects INTEGER NOT NULL,
  through INTEGER NOT NULL,
  PRIMARY KEY (network, projects)
) STRICT, WITHOUT ROWID;
`
