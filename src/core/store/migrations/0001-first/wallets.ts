/**
 * The wallets of a project's own users, and how many NFTs were minted to each. That is counted by triggers, hence in the very transaction in which
 * a mint succeeds, or is lost again: no index has mints by recipient, which would be written for each row of a file that is added.
 */

/** Whether a recipient is a user, and not an address. Both are ranges, which take less than a comparison with a pattern. */
const isUser = (recipient: string): string =>
  `(${recipient} >= 'email:' AND ${recipient} < 'email;' OR ${recipient} >= 'userId:' AND ${recipient} < 'userId;')`

const inMintedBatch = (mint: string): string => `EXISTS (
  SELECT 1 FROM members CROSS JOIN batches ON batches.pk = members.batch_pk
  WHERE members.mint_pk = ${mint}.pk AND batches.state = 'succeeded')`
/** That a batch was minted stands in its own row alone (src/core/store/journal/mints-now.ts). */
const isMinted = (mint: string): string =>
  `(${mint}.state = 'succeeded' OR ${mint}.state = 'open' AND ${inMintedBatch(mint)})`

/** What a locator says beside the chain, which is its collection's; user ids may hold colons. */
const kind = (recipient: string): string => `substr(${recipient}, 1, instr(${recipient}, ':') - 1)`
const user = (recipient: string): string => `substr(${recipient}, instr(${recipient}, ':') + 1,
  length(${recipient}) - instr(${recipient}, ':') - 1 - length(collections.chain))`

const counted = `(project_id, kind, user, chain, address, created_at, nfts)`
/** Mints found on the chain may be for users whose wallets nobody has asked for: these have no address until somebody does. */
const wallet = (recipient: string): string =>
  `collections.project_id, ${kind(recipient)}, ${user(recipient)}, collections.chain, NULL, 0`
const added = `ON CONFLICT DO UPDATE SET nfts = nfts + excluded.nfts;`

/** Adds what a mint is worth to its user's wallet, or takes it away. */
const count = (mint: 'OLD' | 'NEW', sign: '' | '-'): string => `
  INSERT INTO wallets ${counted}
    SELECT ${wallet(`${mint}.recipient`)}, ${sign}${mint}.amount FROM collections
    WHERE collections.pk = ${mint}.collection_pk AND ${isUser(`${mint}.recipient`)} AND ${isMinted(mint)} ${added}`

/** The same for a batch. Of mints whose own rows say what they are, the trigger of those rows knows. */
const countBatch = (sign: '' | '-'): string => `
  INSERT INTO wallets ${counted}
    SELECT ${wallet('mints.recipient')}, ${sign}sum(mints.amount)
    FROM members CROSS JOIN mints ON mints.pk = members.mint_pk CROSS JOIN collections ON collections.pk = NEW.collection_pk
    WHERE members.batch_pk = NEW.pk AND mints.state = 'open' AND ${isUser('mints.recipient')}
    GROUP BY mints.recipient ${added}`

/**
 * A project without users' wallets has no mints to users in a batch: their wallets are entered before. The 500 wide rows of one are then not read.
 */
const hasUsers = `EXISTS (
  SELECT 1 FROM wallets WHERE project_id = (SELECT project_id FROM collections WHERE pk = NEW.collection_pk))`

export const sql = `
-- address: NULL until somebody asks for it; such a wallet is in no list. nfts: minted to it, copies one by one. name: the user, to be sorted and
-- searched by.
CREATE TABLE wallets (
  project_id TEXT NOT NULL REFERENCES projects(id),
  kind TEXT NOT NULL CHECK (kind IN ('email', 'userId')),
  user TEXT NOT NULL,
  chain TEXT NOT NULL,
  address TEXT,
  created_at INTEGER NOT NULL,
  nfts INTEGER NOT NULL DEFAULT 0,
  name TEXT COLLATE NOCASE GENERATED ALWAYS AS (user) VIRTUAL,
  PRIMARY KEY (project_id, kind, user, chain)
) STRICT, WITHOUT ROWID;
CREATE INDEX wallets_named ON wallets (project_id, name, user, kind, chain) WHERE address IS NOT NULL;
CREATE INDEX wallets_newest ON wallets (project_id, created_at DESC, name, user, kind, chain) WHERE address IS NOT NULL;
CREATE INDEX wallets_most ON wallets (project_id, nfts DESC, name, user, kind, chain) WHERE address IS NOT NULL;
CREATE INDEX wallets_address ON wallets (project_id, address) WHERE address IS NOT NULL;
-- E-mail addresses that look like others': few have letters beyond ASCII.
CREATE INDEX wallets_folding ON wallets (project_id, user) WHERE kind = 'email' AND user GLOB '*[^ -~]*';

CREATE TRIGGER batch_counted AFTER UPDATE OF state ON batches WHEN NEW.state = 'succeeded' AND OLD.state <> 'succeeded'
  AND ${hasUsers}
BEGIN${countBatch('')}
END;
CREATE TRIGGER batch_uncounted AFTER UPDATE OF state ON batches WHEN OLD.state = 'succeeded' AND NEW.state <> 'succeeded'
  AND ${hasUsers}
BEGIN${countBatch('-')}
END;
-- Before: the members that tell what it was are there until it waits again.
CREATE TRIGGER mint_recounted BEFORE UPDATE OF state, recipient, amount ON mints
WHEN ${isUser('OLD.recipient')} OR ${isUser('NEW.recipient')}
BEGIN${count('OLD', '-')}${count('NEW', '')}
END;
CREATE TRIGGER mint_uncounted AFTER DELETE ON mints WHEN ${isUser('OLD.recipient')}
BEGIN${count('OLD', '-')}
END;
`
