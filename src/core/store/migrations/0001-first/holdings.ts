/** What wallets hold, as far as events and providers report. Addresses are 20 bytes and token ids 32, so that they sort as numbers do. */
export const sql = `
-- Tokens that an address was seen to receive; what it holds now is asked of the chain.
CREATE TABLE sightings (
  network TEXT NOT NULL,
  wallet BLOB NOT NULL,
  contract BLOB NOT NULL,
  token_id BLOB NOT NULL,
  standard TEXT CHECK (standard IN ('erc-721', 'erc-1155')),
  block INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('seen', 'held', 'gone')),
  quantity TEXT,
  gone_at INTEGER,
  PRIMARY KEY (network, wallet, contract, token_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX sightings_order ON sightings (network, wallet, block, token_id, contract, state) WHERE state <> 'gone';
CREATE INDEX sightings_unsettled ON sightings (network, wallet, gone_at) WHERE gone_at IS NOT NULL;

-- How far events were read, of a wallet or of a contract of ours.
CREATE TABLE scans (
  network TEXT NOT NULL,
  scope TEXT NOT NULL,
  first INTEGER NOT NULL,
  through INTEGER NOT NULL,
  through_hash TEXT,
  span INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('idle', 'running', 'paused', 'failed')),
  message TEXT,
  PRIMARY KEY (network, scope)
) STRICT, WITHOUT ROWID;
CREATE INDEX scans_running ON scans (state) WHERE state = 'running';

CREATE TABLE provider_lists (
  network TEXT NOT NULL,
  wallet BLOB NOT NULL,
  provider TEXT NOT NULL,
  cursor TEXT,
  complete INTEGER NOT NULL,
  begun_at INTEGER NOT NULL,
  PRIMARY KEY (network, wallet)
) STRICT, WITHOUT ROWID;

-- Metadata that strangers host, kept for a while.
CREATE TABLE foreign_metadata (
  uri_hash BLOB PRIMARY KEY,
  json TEXT,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX foreign_metadata_expiry ON foreign_metadata (expires_at);
`
