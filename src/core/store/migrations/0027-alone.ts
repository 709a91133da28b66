/** Copies of which a transaction was refused that carried others as well: from then on each is minted by itself. */
export const sql = `
CREATE TABLE alone (mint_pk INTEGER PRIMARY KEY REFERENCES mints (pk) ON DELETE CASCADE) STRICT;
`
