/**
 * Which run pays for a contract or a tree is written down when that is signed: until now it was told by the time alone, which counted
 * what a collection asked for itself, and what came after a run had ended.
 */
export const sql = `
ALTER TABLE transactions ADD COLUMN run_id TEXT REFERENCES runs (id) ON DELETE SET NULL;

UPDATE transactions SET run_id = (
  SELECT runs.id FROM runs
  WHERE runs.collection_pk = transactions.collection_pk AND runs.created_at <= transactions.created_at
    AND (runs.completed_at IS NULL OR runs.completed_at >= transactions.created_at)
  ORDER BY runs.created_at LIMIT 1
) WHERE purpose = 'deploy';

CREATE INDEX transactions_run ON transactions (run_id) WHERE run_id IS NOT NULL;
`
