/** What a collection's contract is made with, what the chain is known to say of it, and batches without metadata of their own. */
export const sql = `
ALTER TABLE collections ADD COLUMN initial TEXT NOT NULL DEFAULT '{"supplyLimit":null,"payments":null}';
ALTER TABLE collections ADD COLUMN settled TEXT NOT NULL
  DEFAULT '{"supplyLimit":null,"payments":null,"royalty":null,"baseUri":null,"transferable":true}';
ALTER TABLE collections ADD COLUMN purchased INTEGER NOT NULL DEFAULT 0;
UPDATE collections SET
  initial = json_set(initial, '$.supplyLimit', supply_limit),
  settled = json_set(settled, '$.supplyLimit', supply_limit)
WHERE supply_limit IS NOT NULL;
ALTER TABLE batches ADD COLUMN base INTEGER NOT NULL DEFAULT 0;
`
