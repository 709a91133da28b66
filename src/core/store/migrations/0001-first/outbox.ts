/**
 * Events for windows, and messages for webhooks. Triggers note what ended, so it happens in the transaction that ends it, whatever part of the
 * engine does that; they note nothing for projects without webhooks.
 */
export const sql = `
CREATE TABLE events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id TEXT NOT NULL REFERENCES projects(id),
  type TEXT NOT NULL,
  data TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE webhooks (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects(id),
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  secret TEXT NOT NULL,
  allow_private INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  failing_since INTEGER,
  disabled_at INTEGER
) STRICT;
CREATE INDEX webhooks_project ON webhooks (project_id);

-- As they ended, until messages are made of them.
CREATE TABLE ended_actions (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  mint_pk INTEGER,
  action_pk INTEGER,
  transfer_pk INTEGER,
  status TEXT NOT NULL,
  error_code TEXT,
  error_message TEXT,
  completed_at INTEGER
) STRICT;

CREATE TABLE webhook_messages (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE webhook_deliveries (
  pk INTEGER PRIMARY KEY,
  webhook_id TEXT NOT NULL REFERENCES webhooks(id) ON DELETE CASCADE,
  message_pk INTEGER NOT NULL REFERENCES webhook_messages(pk),
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  next_at INTEGER,
  last_at INTEGER,
  last_status INTEGER,
  last_error TEXT
) STRICT;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_at) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (webhook_id) WHERE state = 'failed';
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (webhook_id, pk);
CREATE INDEX webhook_deliveries_message ON webhook_deliveries (message_pk);

CREATE TRIGGER action_ended AFTER UPDATE OF status ON actions
WHEN NEW.status IN ('succeeded', 'failed') AND OLD.status <> NEW.status AND EXISTS (
  SELECT 1 FROM webhooks WHERE disabled_at IS NULL AND project_id = NEW.project_id)
BEGIN
  INSERT INTO ended_actions (action_pk, status, error_code, error_message, completed_at)
  VALUES (NEW.pk, NEW.status, NEW.error_code, NEW.error_message, NEW.completed_at);
END;
CREATE TRIGGER transfer_ended AFTER UPDATE OF status ON transfers
WHEN NEW.status IN ('succeeded', 'failed') AND OLD.status <> NEW.status AND EXISTS (
  SELECT 1 FROM webhooks WHERE disabled_at IS NULL AND project_id = NEW.project_id)
BEGIN
  INSERT INTO ended_actions (transfer_pk, status, error_code, error_message, completed_at)
  VALUES (NEW.pk, NEW.status, NEW.error_code, NEW.error_message, NEW.completed_at);
END;
CREATE TRIGGER mint_ended AFTER UPDATE OF state ON mints
WHEN NEW.state IN ('succeeded', 'failed') AND OLD.state <> NEW.state AND EXISTS (
  SELECT 1 FROM webhooks WHERE disabled_at IS NULL
    AND project_id = (SELECT project_id FROM collections WHERE pk = NEW.collection_pk))
BEGIN
  INSERT INTO ended_actions (mint_pk, status, error_code, error_message, completed_at)
  VALUES (NEW.pk, NEW.state, NEW.error_code, NEW.error_message, NEW.completed_at);
END;
-- That a batch was minted stands in its own row alone. Copies of templates say so themselves.
CREATE TRIGGER batch_minted AFTER UPDATE OF state ON batches
WHEN NEW.state = 'succeeded' AND OLD.state <> NEW.state AND EXISTS (
  SELECT 1 FROM webhooks WHERE disabled_at IS NULL
    AND project_id = (SELECT project_id FROM collections WHERE pk = NEW.collection_pk))
BEGIN
  INSERT INTO ended_actions (mint_pk, status, completed_at)
  SELECT mints.pk, 'succeeded', NEW.settled_at FROM members CROSS JOIN mints ON mints.pk = members.mint_pk
  WHERE members.batch_pk = NEW.pk AND mints.state = 'open' AND mints.template_pk IS NULL ORDER BY members.place;
END;
`
