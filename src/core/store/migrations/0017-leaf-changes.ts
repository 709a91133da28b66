/** Leaves change after they were minted: by updates, transfers and burns, of ours and of others. */
export const sql = `
ALTER TABLE trees ADD COLUMN read_until TEXT;
ALTER TABLE leaves ADD COLUMN delegate TEXT;
ALTER TABLE leaves ADD COLUMN node BLOB;
ALTER TABLE leaves ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
CREATE INDEX leaves_owner ON leaves (owner);
`
