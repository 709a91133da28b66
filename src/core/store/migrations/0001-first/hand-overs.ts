/** Hand-overs: files that name, for each person, the address to which the project moves what it holds for that person. */
export const sql = `
CREATE TABLE hand_overs (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL REFERENCES projects(id),
  name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('reading', 'checking', 'checked', 'failed', 'running', 'paused', 'cancelled', 'finished')),
  headers TEXT NOT NULL,
  collections TEXT NOT NULL,
  findings TEXT NOT NULL,
  fee_ceilings TEXT NOT NULL,
  quotes TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  completed_at INTEGER
) STRICT;
CREATE INDEX hand_overs_project ON hand_overs (project_id, pk);

CREATE TABLE hand_over_rows (
  pk INTEGER PRIMARY KEY,
  hand_over_pk INTEGER NOT NULL REFERENCES hand_overs(pk),
  row INTEGER NOT NULL,
  cells TEXT NOT NULL,
  kind TEXT CHECK (kind IN ('email', 'userId')),
  user TEXT,
  address TEXT,
  chains TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('unseen', 'ready', 'empty', 'error', 'repeat')),
  findings TEXT NOT NULL
) STRICT;
CREATE INDEX hand_over_rows_state ON hand_over_rows (hand_over_pk, state, pk);
CREATE INDEX hand_over_rows_person ON hand_over_rows (hand_over_pk, user);

-- Each NFT enters once. 'found': no transfer is made of it yet; 'entered': its transfer says what becomes of it; 'unmovable': it stays.
CREATE TABLE hand_over_nfts (
  pk INTEGER PRIMARY KEY,
  hand_over_pk INTEGER NOT NULL REFERENCES hand_overs(pk),
  row_pk INTEGER NOT NULL REFERENCES hand_over_rows(pk),
  chain TEXT NOT NULL,
  sent_by TEXT NOT NULL CHECK (sent_by IN ('treasury', 'holder')),
  contract TEXT NOT NULL,
  token_id TEXT NOT NULL,
  standard TEXT NOT NULL,
  quantity TEXT NOT NULL,
  holder TEXT NOT NULL,
  recipient TEXT NOT NULL,
  mint_pk INTEGER,
  state TEXT NOT NULL CHECK (state IN ('found', 'entered', 'succeeded', 'failed', 'cancelled', 'unmovable')),
  tries INTEGER NOT NULL DEFAULT 0,
  transfer_pk INTEGER,
  error_message TEXT,
  UNIQUE (hand_over_pk, chain, contract, token_id, holder)
) STRICT;
CREATE INDEX hand_over_nfts_state ON hand_over_nfts (hand_over_pk, state, sent_by, pk);
CREATE INDEX hand_over_nfts_counts ON hand_over_nfts (hand_over_pk, chain, state);
CREATE INDEX hand_over_nfts_row ON hand_over_nfts (row_pk);
CREATE INDEX hand_over_nfts_transfer ON hand_over_nfts (transfer_pk) WHERE transfer_pk IS NOT NULL;

-- A transfer of a hand-over that ends says it of its NFT in the same commit.
CREATE TRIGGER handed_over AFTER UPDATE OF status ON transfers WHEN NEW.hand_over_pk IS NOT NULL AND NEW.status <> OLD.status
BEGIN
  UPDATE hand_over_nfts SET state = iif(NEW.error_code = 'handOver.cancelled', 'cancelled', NEW.status), error_message = NEW.error_message
  WHERE transfer_pk = NEW.pk;
END;
`
