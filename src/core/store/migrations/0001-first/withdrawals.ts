/** Withdrawals from fee balances. */
export const sql = `
-- amount: what was asked for; NULL: all less the fee. sent: what its transaction sends; NULL: none is signed.
-- since: what the chain had included of the signer when it was asked for.
CREATE TABLE withdrawals (
  pk INTEGER PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects(id),
  id TEXT NOT NULL UNIQUE,
  chain TEXT NOT NULL,
  network TEXT NOT NULL,
  signer TEXT NOT NULL,
  recipient TEXT NOT NULL,
  amount TEXT,
  sent TEXT,
  since INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
  transaction_pk INTEGER REFERENCES transactions(pk),
  error_code TEXT,
  error_message TEXT,
  started_at INTEGER NOT NULL,
  completed_at INTEGER
) STRICT;
-- One at a time.
CREATE UNIQUE INDEX withdrawals_pending ON withdrawals (network, signer) WHERE status = 'pending';
`
