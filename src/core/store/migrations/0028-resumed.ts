/** Collections that a person said to go on with, until the chain's word for what they hold was taken. */
export const sql = `
ALTER TABLE collections ADD COLUMN resumed INTEGER NOT NULL DEFAULT 0 CHECK (resumed IN (0, 1));
`
