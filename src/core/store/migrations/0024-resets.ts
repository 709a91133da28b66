/**
 * Practice networks of which the journal is wiped, and the chain is still to be: a reset that was broken off is finished at the next start.
 * `contracts`: JSON, the addresses of the collections that were there. Changes are not looked for among transactions any more.
 */
export const sql = `
CREATE TABLE resets (network TEXT PRIMARY KEY, contracts TEXT NOT NULL) STRICT, WITHOUT ROWID;
DROP INDEX transactions_changes;
`
