/**
 * That a batch was minted stands in its own row alone: its mints are found by their tokens over it, and webhooks are told of them by it.
 * What was minted before is as it was: its mints' own rows say so.
 */
export const sql = `
CREATE INDEX batches_tokens ON batches (collection_pk, first_token_id) WHERE state = 'succeeded';

CREATE TRIGGER batch_minted AFTER UPDATE OF state ON batches
WHEN NEW.state = 'succeeded' AND OLD.state <> NEW.state AND EXISTS (
  SELECT 1 FROM webhooks WHERE disabled_at IS NULL
    AND project_id = (SELECT project_id FROM collections WHERE pk = NEW.collection_pk))
BEGIN
  INSERT INTO ended_actions (mint_pk, status, completed_at)
  SELECT pk, 'succeeded', NEW.settled_at FROM mints
  WHERE batch_pk = NEW.pk AND state = 'composed' AND template_pk IS NULL ORDER BY place;
END;
`
