/** What a run may pay at most for a unit of weight, and the price it was begun at (JSON, `KeptQuote` in minting/rest.ts). */
export const sql = `
ALTER TABLE runs ADD COLUMN fee_ceiling TEXT;
ALTER TABLE runs ADD COLUMN quote TEXT;
`
