/** What was signed: transactions, and every form in which they were sent. */
export const sql = `
-- run_id: the run that pays for a contract or a tree; written down when that is signed.
CREATE TABLE transactions (
  pk INTEGER PRIMARY KEY,
  network TEXT NOT NULL,
  signer TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  purpose TEXT NOT NULL CHECK (purpose IN ('deploy', 'mint', 'update', 'burn', 'transfer', 'revoke', 'fund', 'fill', 'withdraw')),
  collection_pk INTEGER REFERENCES collections(pk),
  batch_pk INTEGER REFERENCES batches(pk),
  action_pk INTEGER REFERENCES actions(pk),
  transfer_pk INTEGER REFERENCES transfers(pk),
  withdrawal_pk INTEGER REFERENCES withdrawals(pk),
  run_id TEXT REFERENCES runs(id) ON DELETE SET NULL,
  call TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('signed', 'sent', 'included', 'succeeded', 'failed', 'dead')),
  block_number INTEGER,
  block_hash TEXT,
  tx_hash TEXT,
  gas_used TEXT,
  fee TEXT,
  error_code TEXT,
  error_message TEXT,
  created_at INTEGER NOT NULL,
  included_at INTEGER,
  settled_at INTEGER
) STRICT;
-- One transaction a sequence; a dead one has lost its sequence to an external use.
CREATE UNIQUE INDEX transactions_sequence ON transactions (network, signer, sequence) WHERE state <> 'dead';
CREATE INDEX transactions_open ON transactions (network, signer, sequence) WHERE state IN ('signed', 'sent', 'included');
CREATE INDEX transactions_batch ON transactions (batch_pk) WHERE batch_pk IS NOT NULL;
CREATE INDEX transactions_transfer ON transactions (transfer_pk) WHERE transfer_pk IS NOT NULL;
CREATE INDEX transactions_refused ON transactions (network, signer) WHERE state = 'failed' AND transfer_pk IS NOT NULL;
CREATE INDEX transactions_deploy ON transactions (collection_pk) WHERE purpose = 'deploy';
CREATE INDEX transactions_run ON transactions (run_id) WHERE run_id IS NOT NULL;

-- The signed bytes are on disk before any of them leaves the machine. valid_until: of families whose transactions expire.
CREATE TABLE attempts (
  pk INTEGER PRIMARY KEY,
  transaction_pk INTEGER NOT NULL REFERENCES transactions(pk),
  hash TEXT NOT NULL UNIQUE,
  raw BLOB NOT NULL,
  max_fee TEXT NOT NULL,
  priority_fee TEXT NOT NULL,
  fill INTEGER NOT NULL DEFAULT 0,
  valid_until INTEGER,
  created_at INTEGER NOT NULL,
  sent_at INTEGER,
  first_sent_block INTEGER,
  sent_block INTEGER,
  answer TEXT
) STRICT;
CREATE INDEX attempts_transaction ON attempts (transaction_pk);
`
