/**
 * Which of a run's mints are in a state stands in their batches, but for those that wait, failed or were cancelled. An index of every mint
 * by its state was written anew twice for each that is minted.
 */
export const sql = `
DROP INDEX mints_run_state;
CREATE INDEX mints_failed ON mints (run_id) WHERE state = 'failed';
CREATE INDEX mints_cancelled ON mints (run_id) WHERE state = 'cancelled';
`
