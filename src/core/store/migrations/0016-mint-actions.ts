/** Nearly every mint's action bears the mint's own id, by which it is found: only the others stand in an index of their own. */
export const sql = `
DROP INDEX mints_action;
CREATE INDEX mints_action ON mints (action_id) WHERE action_id <> id;
`
