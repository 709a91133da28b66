/** An amount as two integers (the part above 10^9, and the rest), since an amount in wei may exceed SQLite's integers. */
const high = (amount: string): string =>
  `iif(length(${amount}) > 9, cast(substr(${amount}, 1, length(${amount}) - 9) as integer), 0)`
const low = (amount: string): string => `cast(substr(${amount}, -9) as integer)`

/** What was paid: the fee, and the coin that a `fund` transaction sent to a wallet. */
const paid = (part: (amount: string) => string): string =>
  `${part("coalesce(NEW.fee, '0')")} + iif(NEW.purpose = 'fund' AND 'succeeded' IN (OLD.state, NEW.state), ${part("(NEW.call ->> '$.value')")}, 0)`
const day = `(SELECT max(created_at) / 86400000 FROM attempts WHERE transaction_pk = NEW.pk)`
const run = 'coalesce(NEW.run_id, (SELECT run_id FROM batches WHERE pk = NEW.batch_pk))'

/** Adds what a transaction paid to the sums, or subtracts it again. */
const count = (sign: '' | '-'): string => `
  INSERT INTO spent (network, signer, day, high, low)
    VALUES (NEW.network, NEW.signer, ${day}, ${sign}(${paid(high)}), ${sign}(${paid(low)}))
    ON CONFLICT DO UPDATE SET high = high + excluded.high, low = low + excluded.low;
  INSERT INTO spent_by_runs (run_id, high, low)
    SELECT ${run}, ${sign}(${paid(high)}), ${sign}(${paid(low)}) WHERE ${run} IS NOT NULL
    ON CONFLICT DO UPDATE SET high = high + excluded.high, low = low + excluded.low;`

/** Spending caps, and what they are compared with. */
export const sql = `
CREATE TABLE spending_caps (
  project_id TEXT NOT NULL REFERENCES projects(id),
  chain TEXT NOT NULL,
  per_run TEXT,
  per_day TEXT,
  in_all TEXT,
  PRIMARY KEY (project_id, chain)
) STRICT, WITHOUT ROWID;

-- What settled transactions paid, by the day on which each was signed last: one sum instead of a look at all of them. What is not settled is
-- counted by its highest fee, from the transactions themselves. Withdrawals are no spending.
CREATE TABLE spent (
  network TEXT NOT NULL,
  signer TEXT NOT NULL,
  day INTEGER NOT NULL,
  high INTEGER NOT NULL,
  low INTEGER NOT NULL,
  PRIMARY KEY (network, signer, day)
) STRICT, WITHOUT ROWID;
CREATE TABLE spent_by_runs (run_id TEXT PRIMARY KEY, high INTEGER NOT NULL, low INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TRIGGER transaction_paid AFTER UPDATE OF state ON transactions
WHEN NEW.state IN ('succeeded', 'failed') AND OLD.state NOT IN ('succeeded', 'failed') AND NEW.purpose <> 'withdraw'
BEGIN${count('')}
END;
-- A reorganisation took it out for good.
CREATE TRIGGER transaction_unpaid AFTER UPDATE OF state ON transactions
WHEN OLD.state = 'succeeded' AND NEW.state = 'dead' AND NEW.purpose <> 'withdraw'
BEGIN${count('-')}
END;
`
