/** What leaves the wallets of users, and the transactions for it: the treasury's, and those of the wallets themselves. */
export const sql = `
CREATE TABLE transfers (
  pk INTEGER PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects(id),
  id TEXT NOT NULL,
  chain TEXT NOT NULL,
  network TEXT NOT NULL,
  signer TEXT NOT NULL,
  contract TEXT NOT NULL,
  token_id TEXT NOT NULL,
  mint_pk INTEGER REFERENCES mints(pk),
  status TEXT NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
  work TEXT NOT NULL,
  request TEXT NOT NULL,
  since INTEGER NOT NULL,
  wants TEXT,
  transaction_pk INTEGER REFERENCES transactions(pk),
  tx_hash TEXT,
  error_code TEXT,
  error_message TEXT,
  started_at INTEGER NOT NULL,
  completed_at INTEGER,
  UNIQUE (project_id, id)
) STRICT;
CREATE INDEX transfers_pending ON transfers (network, signer, pk) WHERE status = 'pending';
CREATE INDEX transfers_signer ON transfers (network, signer);
CREATE INDEX transfers_mint ON transfers (mint_pk) WHERE mint_pk IS NOT NULL;

ALTER TABLE transactions ADD COLUMN transfer_pk INTEGER REFERENCES transfers(pk);
CREATE INDEX transactions_transfer ON transactions (transfer_pk) WHERE transfer_pk IS NOT NULL;
-- A column in place of another, since what a CHECK allows cannot be changed.
ALTER TABLE transactions ADD COLUMN role TEXT NOT NULL DEFAULT 'fill'
  CHECK (role IN ('deploy', 'mint', 'update', 'burn', 'transfer', 'fund', 'fill'));
UPDATE transactions SET role = purpose;
DROP INDEX transactions_deploy;
ALTER TABLE transactions DROP COLUMN purpose;
ALTER TABLE transactions RENAME COLUMN role TO purpose;
CREATE INDEX transactions_deploy ON transactions (collection_pk) WHERE purpose = 'deploy';
`
