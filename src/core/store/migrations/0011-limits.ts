/** What a key may do in a time, as its person set it (null: no bound), and how much of a day's mints are used up. */
export const sql = `
ALTER TABLE api_keys ADD COLUMN requests_per_minute INTEGER;
ALTER TABLE api_keys ADD COLUMN mints_per_day INTEGER;
CREATE TABLE key_mints (
  key_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  mints INTEGER NOT NULL,
  PRIMARY KEY (key_id, day)
) STRICT, WITHOUT ROWID;
`
