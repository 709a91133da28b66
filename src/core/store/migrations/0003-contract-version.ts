/** Which version of its kind's contract a collection was made with: those that stand were made with the first. */
export const sql = `
ALTER TABLE collections ADD COLUMN contract_version INTEGER NOT NULL DEFAULT 1;
`
